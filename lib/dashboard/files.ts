/** The dashboard's files, as they were built ahead (build.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** The variable that says where they are; where it says nothing, they lie beside the code. */
export const filesFolder = 'DASHBOARD_FILES';
/** In a function's bundle. */
export const bundledFolder = 'dashboard';
export const listFile = 'files.json';

const DashboardFiles = z.object({
  script: z.string(),
  /** What that script imports at once. */
  beside: z.array(z.string()),
  style: z.string().exactOptional(),
  all: z.array(z.string()),
});
export type DashboardFiles = z.infer<typeof DashboardFiles>;

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Where the dashboard's files are read from, each once. */
export const openDashboardFiles = () => {
  const folder = process.env[filesFolder] ?? fileURLToPath(new URL(bundledFolder, import.meta.url));
  const kept = new Map<string, Buffer>();
  let list: DashboardFiles | undefined;
  const files = (): DashboardFiles => {
    list ??= DashboardFiles.parse(JSON.parse(readFileSync(join(folder, listFile), 'utf8')));
    return list;
  };

  return {
    /** Those that the page begins with. */
    files,
    /** A file, compressed with gzip, by its name; undefined for another name. */
    read(name: string): { readonly type: string; readonly gzipped: Buffer } | undefined {
      const type = types[name.slice(name.lastIndexOf('.') + 1)];
      if (!type || !(name === 'icon.svg' || files().all.includes(name))) return undefined;
      const gzipped = kept.get(name) ?? readFileSync(join(folder, `${name}.gz`));
      kept.set(name, gzipped);
      return { type, gzipped };
    },
  };
};
