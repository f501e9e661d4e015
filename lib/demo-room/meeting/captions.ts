import { BoundedMap } from '../../process/bounded.ts';
import type { CaptionInput, CaptionLanguage, Participant } from '../protocol.ts';
import { spokenLanguage } from '../protocol.ts';
import type { Delivery } from './delivery.ts';

const mostRemembered = 500;

/** The captions of a meeting, which everybody reads in a language of their own, as far as there are translations. */
export const createCaptions = () => {
  const chosen = new BoundedMap<string, CaptionLanguage>(mostRemembered);

  return {
    choose: ({ participant_id: to }: Participant, language: CaptionLanguage): Delivery[] => {
      chosen.set(to, language);
      return [{ to, message: { type: 'caption_language', language } }];
    },
    /** `readers` are the people in the speaker's room. */
    write: (speaker: Participant, readers: Participant[], input: CaptionInput): Delivery[] => {
      const { translations, language: spoken, text: said, ...rest } = input;
      return readers.map(({ participant_id: to }): Delivery => {
        const wanted = chosen.get(to) ?? spokenLanguage;
        const translated = wanted === spoken ? undefined : translations[wanted];
        const [language, text] = translated === undefined ? [spoken, said] : [wanted, translated];
        return { to, message: { type: 'caption', caption: { ...rest, speaker_name: speaker.name, text, language } } };
      });
    },
  };
};
