/** Whom the short names stand for by which `source` of the tables' entries, and comments of the adapters, say where something is known from. */
export const sources: Readonly<Record<string, string>> = {
  zs: "the strings of Zoom's package `@zoom/meetingsdk` 6.2.0",
  zd: 'developers.zoom.us',
  jm: 'the sources of jitsi-meet',
  ljm: 'the sources of lib-jitsi-meet',
  gal: 'the sources of Galène',
  ms: "Microsoft's own help and notes",
  gh: "Google's own help and notes",
  att: 'the public tracker and code of attendee',
  vexa: 'those of Vexa',
  MB: 'those of Meeting-BaaS',
  sApp: 'those of screenapp',
  LMA: "those of AWS's live meeting assistant",
  Illospace: 'those of Illospace',
  'jitsi-meet': "Jitsi Meet's public tracker",
  pf: 'a survey of these that was made in November 2026 and is not kept here',
};
