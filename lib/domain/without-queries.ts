// A quote, which addresses may hold, ends one where the quoted ends: before a blank, a comma or the end, brackets aside.
const ending = String.raw`['"](?=[\])}]*(?:[\s,]|$))`;
const more = `(?:(?!${ending})\\S)+`;

// Each goes over a text once: none may begin again in what another begin of it has read, as lines of the log may be long.
const userInfo = new RegExp(String.raw`(?<=//)(?:(?!${ending})[^\s/?#])+@`, 'g');
const query = new RegExp(String.raw`\?${more}`, 'g');
const hash = new RegExp(String.raw`(?<=://[^\s#]*)#${more}`, 'g');

/**
 * A text without what may be secret in its addresses: who asks, with their password, what stands behind the question mark, which
 * may be a passcode, and behind the hash, which may be a token. Paths stay, also those that are secret themselves, as of hooks.
 */
export const withoutQueries = (text: string): string =>
  text.replaceAll(userInfo, '…@').replaceAll(query, '?…').replaceAll(hash, '#…');
