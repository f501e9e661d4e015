import { button, element } from '../dom.ts';

interface ToggleOptions {
  readonly action: string;
  readonly label: string;
  /** What pressing it does, when it is off and when it is on. */
  readonly texts: readonly [off: string, on: string];
  onChange(isOn: boolean): void;
}

const toggle = ({ action, label, texts, onChange }: ToggleOptions): HTMLButtonElement => {
  const made = button(
    texts[0],
    () => {
      const isOn = made.ariaPressed !== 'true';
      made.ariaPressed = String(isOn);
      made.textContent = texts[isOn ? 1 : 0];
      onChange(isOn);
    },
    { class: 'small', data: { action }, attributes: { 'aria-pressed': 'false', 'aria-label': label } },
  );
  return made;
};

interface TileButtonsOptions {
  readonly name: string;
  onPin(isPinned: boolean): void;
  onHide(isHidden: boolean): void;
}

/** What one can do with the tile of somebody else: have it large, or without its picture. */
export const createTileButtons = ({ name, onPin, onHide }: TileButtonsOptions): HTMLElement =>
  element('div', {
    class: 'tile-buttons',
    children: [
      toggle({ action: 'pin', label: `Pin ${name}`, texts: ['Pin', 'Unpin'], onChange: onPin }),
      toggle({
        action: 'hide-video',
        label: `Hide the video of ${name}`,
        texts: ['Hide video', 'Show video'],
        onChange: onHide,
      }),
    ],
  });
