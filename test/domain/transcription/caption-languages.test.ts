import { expect, it } from 'vitest';
import { captionLanguageOn } from '../../../lib/domain/transcription/caption-languages.ts';

const all = { platform_a_language: 'de-DE', platform_b_language: 'German', platform_c_language: 'de-de' };

it.each([
  ['google_meet', all, 'de-DE'],
  ['zoom', all, 'German'],
  ['teams', all, 'de-de'],
  ['jitsi', all, undefined],
  ['demo_room', all, 'de-DE'],
  ['demo_room', { platform_c_language: 'fr-fr' }, 'fr-fr'],
  ['teams', { platform_a_language: 'de-DE' }, undefined],
  ['google_meet', {}, undefined],
] as const)('on %s, %o asks for captions in %s', (platform, languages, language) => {
  expect(captionLanguageOn(platform, languages)).toBe(language);
});
