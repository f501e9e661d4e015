import { byId } from '../dom.ts';

const names = ['chat', 'people'] as const;
type PanelName = (typeof names)[number];

/** The panels beside the tiles, of which one at most is open. */
export const createPanels = (onOpen: (name: PanelName) => void) => {
  const panel = (name: PanelName) => byId(`${name}-panel`);
  const toggle = (name: PanelName): HTMLButtonElement => byId<HTMLButtonElement>(`${name}-toggle`);

  const open = (wanted: PanelName | undefined): void => {
    for (const name of names) {
      panel(name).hidden = name !== wanted;
      toggle(name).ariaExpanded = String(name === wanted);
    }
    document.body.dataset.panel = wanted ?? 'none';
    if (wanted) onOpen(wanted);
  };

  const close = (name: PanelName): void => {
    open(undefined);
    toggle(name).focus();
  };

  for (const name of names) {
    toggle(name).addEventListener('click', () => open(panel(name).hidden ? name : undefined));
    panel(name).addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') close(name);
    });
    document.querySelector(`[data-close="${name}"]`)?.addEventListener('click', () => close(name));
  }

  return { open, isOpen: (name: PanelName) => !panel(name).hidden };
};
