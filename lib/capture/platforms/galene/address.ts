/** Where a Galène group is joined: the link, as its server takes it. */

export const addressOf = (meeting_url: string): string => {
  const url = new URL(meeting_url);
  // It is typed: no server is to find it in the addresses that it writes down.
  url.searchParams.delete('password');
  // Without the slash a server sends the page on to the address with it, and may leave out the token (webserver.go).
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url.href;
};

/** Whether it is an invitation. */
export const tokenIn = (meeting_url: string): boolean => new URL(meeting_url).searchParams.has('token');
