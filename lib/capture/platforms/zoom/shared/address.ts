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

/** The same on the host of a launcher that offers its app; undefined where the address is no launcher's. */
export const clientBeside = (launcher_url: string): string | undefined => {
  const { origin, pathname, search } = new URL(launcher_url);
  const number = /^\/j\/(\d{9,11})$/.exec(pathname)?.[1];
  return number && `${origin}/wc/${number}/join${search}`;
};
