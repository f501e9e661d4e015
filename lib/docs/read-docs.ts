/** The reference page's files as they are sent: compressed once, each with a tag that changes with its content. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type DocsFile, openApiFile } from './files.ts';

export interface Document {
  readonly type: string;
  readonly etag: string;
  readonly gzipped: Buffer;
  readonly plain: Buffer;
}

// In a function's bundle the files lie beside the code, here at the root of the project.
const places = ['./', '../../'].map((up) => new URL(up, import.meta.url));
const root = places.find((place) => existsSync(new URL(openApiFile.path, place)));

const kept = new Map<string, Document>();

/** A file, after `change` has been made to its text; `variant` tells changes apart. */
export const readDocs = ({ path, type }: DocsFile, variant = '', change = (text: string) => text): Document => {
  const key = `${path} ${variant}`;
  const known = kept.get(key);
  if (known) return known;
  const plain = Buffer.from(change(readFileSync(new URL(path, root), 'utf8')));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const made = { type, etag, plain, gzipped: gzipSync(plain) };
  kept.set(key, made);
  return made;
};
