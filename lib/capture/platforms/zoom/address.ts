/** Where the web client is. Pure. */

// Those that Zoom runs for everybody. Others belong to organisations, and lead on by themselves.
const everybodys = /^(?:(?:www|app|us\d{2}web)\.)?zoom\.us$/;

/**
 * The address at which the client itself stands, for links that name a meeting by its number: the page of the link first
 * offers an app, and its host may have taken the way into the browser off that page. Other links stay as they are.
 */
export const clientAddress = (meeting_url: string): string => {
  const url = new URL(meeting_url);
  const number = /^\/(?:j|wc)\/(\d{9,11})(?:\/join)?$/.exec(url.pathname)?.[1];
  if (number === undefined || !everybodys.test(url.host)) return meeting_url;
  return `https://app.zoom.us/wc/${number}/join${url.search}`;
};
