/** What goes to and comes back from Zoom's page where somebody allows an app. */

/** Where a user allows an app (https://developers.zoom.us/docs/integrations/oauth/). */
export const consentLink = (clientId: string, redirectUri: string): string =>
  `https://zoom.us/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri })}`;

/** The code in what somebody has pasted: the code itself, or the whole address that they were sent back to. */
export const codeIn = (pasted: string): string => {
  const text = pasted.trim();
  return URL.parse(text)?.searchParams.get('code') ?? text;
};

/** The address that a user was sent back to, without what was added to it there. */
export const redirectIn = (pasted: string): string | undefined => {
  const url = URL.parse(pasted.trim());
  if (!url?.searchParams.has('code')) return undefined;
  for (const added of ['code', 'state']) url.searchParams.delete(added);
  // An address without a path has a slash only once it was parsed: which of both it was, nobody can tell from here.
  return url.href;
};
