/** What this program makes in a data folder, as it is called there. Whatever else somebody has put there is left alone. */
export const folderNames = {
  /** By which a data folder is known. */
  database: 'service.sqlite',
  lock: 'service.lock',
  key: 'secret.key',
  credentials: 'credentials.json',
  address: 'address.json',
  media: 'media',
  mediaDrafts: 'media-drafts',
  logs: 'logs',
} as const;

/** How the names go on of files beside: SQLite's own, and drafts. */
const sqlite = /^-\w+$/;
const draft = /^./;
const besides: Readonly<Partial<Record<keyof typeof folderNames, RegExp>>> = {
  database: sqlite,
  lock: sqlite,
  key: draft,
  credentials: draft,
};

/** Whether a name in a data folder is of something that this program makes. */
export const isOurs = (name: string): boolean =>
  Object.entries(folderNames).some(
    ([what, ours]) =>
      name === ours ||
      (name.startsWith(ours) && besides[what as keyof typeof folderNames]?.test(name.slice(ours.length))),
  );
