import { type Caption, type CaptionLanguage, captionLanguages, spokenLanguage } from '../../protocol.ts';
import { byId, element, hueOf } from '../dom.ts';

const mostRows = 20;

/** The captions bar. Rows exist only while captions are on. `choose` asks for captions in another language. */
export const createCaptions = (choose: (language: CaptionLanguage) => void) => {
  const bar = byId('captions');
  const toggle = byId<HTMLButtonElement>('captions-toggle');
  const language = byId<HTMLSelectElement>('caption-language');
  for (const [value, text] of Object.entries(captionLanguages))
    language.append(element('option', { text, attributes: { value } }));
  const isOn = (): boolean => toggle.ariaPressed === 'true';
  const rows = new Map<string, HTMLElement>();

  const clear = (): void => {
    rows.clear();
    bar.replaceChildren();
  };

  const turn = (on: boolean): void => {
    toggle.ariaPressed = String(on);
    bar.dataset.on = String(on);
    if (!on) clear();
  };
  toggle.addEventListener('click', () => turn(!isOn()));
  language.addEventListener('change', () => choose(language.value as CaptionLanguage));

  /** The room writes in this language from now on; what stands there stays. */
  const speak = (spoken: CaptionLanguage): void => {
    language.value = spoken;
    bar.dataset.language = spoken;
  };

  const newRow = (caption: Caption): HTMLParagraphElement => {
    const row = element('p', {
      class: 'caption',
      data: {
        'caption-id': caption.caption_id,
        'speaker-id': caption.speaker_id,
        'speaker-name': caption.speaker_name,
        'start-ms': caption.start_ms,
      },
      children: [
        element('strong', { class: 'caption-name', text: caption.speaker_name }),
        element('span', { class: 'caption-text' }),
      ],
    });
    row.style.setProperty('--hue', String(hueOf(caption.speaker_id)));
    rows.set(caption.caption_id, row);
    bar.append(row);
    return row;
  };

  const trim = (): void => {
    for (const [id, row] of rows) {
      if (rows.size <= mostRows) return;
      row.remove();
      rows.delete(id);
    }
  };

  return {
    clear,
    speak,
    reset: () => {
      turn(false);
      speak(spokenLanguage);
    },
    show: (caption: Caption) => {
      if (!isOn()) return;
      const row = rows.get(caption.caption_id) ?? newRow(caption);
      const text = row.querySelector('.caption-text');
      if (text) text.textContent = caption.text;
      row.lang = caption.language;
      row.dataset.untranslated = String(caption.language !== bar.dataset.language);
      row.dataset.durationMs = String(caption.duration_ms);
      // Last, so that whoever waits for it finds the rest in place.
      row.dataset.final = String(caption.final);
      trim();
    },
  };
};
