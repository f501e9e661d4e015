/**
 * The languages in which platforms write captions, by the values that the setting of each takes. They are what the menus
 * of the three platforms offered in 2026, as attendee-labs/attendee lists them (bots/serializers.py). Their makers' pages
 * name languages, not values:
 * https://support.microsoft.com/en-us/office/use-live-captions-in-microsoft-teams-meetings-4be2d304-f675-4b57-8347-cbd000a21260,
 * https://support.zoom.com/hc/en/article?id=zm_kb&sysparm_article=KB0062813. In Teams and Zoom the language is that of
 * the meeting: whoever changes it, changes it for everybody.
 */
import * as z from 'zod';
import type { Platform } from '../meeting/known-platforms.ts';

const codes = (text: string): string[] => text.trim().split(/\s+/);

const zoomLanguages = [
  'Arabic',
  'Cantonese',
  'Czech',
  'Danish',
  'Dutch',
  'English',
  'Estonian',
  'Finnish',
  'French',
  'German',
  'Hebrew',
  'Hindi',
  'Hungarian',
  'Indonesian',
  'Italian',
  'Japanese',
  'Korean',
  'Malay',
  'Persian',
  'Polish',
  'Portuguese',
  'Romanian',
  'Russian',
  'Spanish',
  'Swedish',
  'Tagalog',
  'Tamil',
  'Telugu',
  'Thai',
  'Turkish',
  'Ukrainian',
  'Vietnamese',
  'Chinese (Simplified)',
  'French (Canada)',
] as const;
/** As Zoom's menu calls it. */
export type ZoomLanguage = (typeof zoomLanguages)[number];

const menus = {
  google_meet: codes(`
      af-ZA am-ET ar-AE ar-EG ar-x-GULF ar-x-LEVANT ar-x-MAGHREBI az-AZ bg-BG bn-BD ca-ES cmn-Hans-CN cmn-Hant-TW cs-CZ
      de-DE el-GR en-AU en-GB en-IN en-PH en-US es-ES es-MX et-EE eu-ES fa-IR fi-FI fil-PH fr-CA fr-FR gl-ES gu-IN hi-IN
      hu-HU hy-AM id-ID is-IS it-IT iw-IL ja-JP jv-ID ka-GE kk-KZ km-KH kn-IN ko-KR lo-LA lt-LT lv-LV mk-MK ml-IN mn-MN
      mr-IN ms-MY my-MM nb-NO ne-NP nl-NL nso-ZA pl-PL pt-BR pt-PT ro-RO ru-RU rw-RW si-LK sk-SK sl-SI sq-AL sr-RS
      ss-latn-ZA st-ZA su-ID sv-SE sw ta-IN te-IN th-TH tn-latn-ZA tr-TR ts-ZA uk-UA ur-PK uz-UZ ve-ZA vi-VN xh-ZA zu-ZA
    `),
  zoom: zoomLanguages,
  teams: codes(`
      ar-ae ar-sa bg-bg ca-es cs-cz cy-gb da-dk de-ch de-de el-gr en-au en-ca en-gb en-in en-nz en-us es-es es-mx et-ee
      fi-fi fr-ca fr-fr he-il hi-in hr-hr hu-hu id-id it-it ja-jp ko-kr lt-lt lv-lv nb-no nl-be nl-nl pl-pl pt-br pt-pt
      ro-ro ru-ru sk-sk sl-si sr-rs sv-se th-th tr-tr uk-ua vi-vn zh-cn zh-hk zh-tw
    `),
};

// No enumeration of zod's: what a menu has lost stays readable in bots that name it.
const Choice = (values: readonly string[]) =>
  z
    .string()
    .max(64)
    .refine((value) => values.includes(value), { error: `must be one of ${values.join(', ')}` })
    .meta({ enum: values });

/** One language per platform that has closed captions; the platform's own default when absent. */
export const CaptionLanguages = z.strictObject({
  platform_a_language: Choice(menus.google_meet).exactOptional(),
  platform_b_language: Choice(menus.zoom).exactOptional(),
  platform_c_language: Choice(menus.teams).exactOptional(),
});
export type CaptionLanguages = z.infer<typeof CaptionLanguages>;

type Setting = keyof CaptionLanguages;

/** Which settings count on a platform, the first that is given. */
const settingsOf: Readonly<Partial<Record<Platform, readonly Setting[]>>> = {
  google_meet: ['platform_a_language'],
  zoom: ['platform_b_language'],
  teams: ['platform_c_language'],
  // Stands in for any of them, so that settings can be tried out as they are.
  demo_room: ['platform_a_language', 'platform_b_language', 'platform_c_language'],
};

/** The language in which captions are to be written on a platform; undefined where none is asked for. */
export const captionLanguageOn = (platform: Platform, languages: CaptionLanguages): string | undefined =>
  settingsOf[platform]?.map((setting) => languages[setting]).find((language) => language !== undefined);
