/** What Galène's page and server say to each other over `/ws`, as its documented protocol (galene-protocol.md) has it. */
import * as z from 'zod';

const longestName = 256;
const longestText = 10_000;

/** Whatever is of another kind than it should be is as if it were not there. */
const Word = z.string().catch('');
const Id = Word.transform((text) => text.slice(0, longestName));

const GaleneMessage = z.object({
  type: z.string(),
  kind: Word,
  error: Word,
  id: Id,
  source: Id,
  dest: Id,
  username: Id,
  replace: Id,
  label: Word,
  sdp: Word,
  token: Word,
  /** Set by the server: whoever wrote was an operator then. */
  privileged: z.boolean().catch(false),
  permissions: z.array(z.string()).catch([]),
  value: Word.transform((text) => text.slice(0, longestText)),
  /** Of the group. */
  status: z.object({ locked: z.boolean().catch(false) }).catch({ locked: false }),
});
export type GaleneMessage = z.infer<typeof GaleneMessage>;

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
};

/** Undefined where it is no message at all. */
export const messageOf = (bytes: Uint8Array): GaleneMessage | undefined => GaleneMessage.safeParse(jsonOf(bytes)).data;

const GroupStatus = z.object({ locked: z.boolean().catch(false) });

/** Whether the group is locked, by what the server answers at the group's `.status`. */
export const isLockedBy = (bytes: Uint8Array): boolean => GroupStatus.safeParse(jsonOf(bytes)).data?.locked ?? false;

const sent = /^m=(audio|video) (?!0 )/;
const silent = /^a=inactive\s*$/m;

/** What a stream carries, by its description. */
export const mediaIn = (sdp: string): ReadonlySet<'audio' | 'video'> => {
  const kinds = new Set<'audio' | 'video'>();
  for (const section of sdp.split(/^(?=m=)/m)) {
    const kind = sent.exec(section)?.[1];
    if (kind && !silent.test(section)) kinds.add(kind as 'audio' | 'video');
  }
  return kinds;
};

/**
 * By which a description is told from those of other connections. The server chooses it anew for each; ids of streams and
 * tracks come from whoever sends them, who may choose another's.
 */
export const fragmentOf = (sdp: string): string | undefined => /^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1];
