/** Under which name a file of a meeting is saved. Pure. */

const longestName = 100;

/** As `Minutes 2027-01-01 09-00.mp4`: the bot's name and when, in UTC, without what no file system likes. */
export const fileNameOf = (bot_name: string, at_ms: number, ending: string): string => {
  const name = bot_name
    .replaceAll(/[\\/:*?"<>|\p{C}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [day = '', time = ''] = new Date(at_ms).toISOString().split('T');
  return `${[...(name || 'Meeting')].slice(0, longestName).join('')} ${day} ${time.slice(0, 5).replace(':', '-')}.${ending}`;
};

/** The header that gives a file its name, for browsers old and new (RFC 6266, 4.3; RFC 8187, 3.2). It is shown where it can be. */
export const contentDisposition = (file_name: string): string => {
  const plain = file_name.replaceAll(/[^\w .-]/g, '_');
  const whole = encodeURIComponent(file_name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `inline; filename="${plain}"; filename*=UTF-8''${whole}`;
};
