import { spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeWorkFolder,
  removeWorkFolder,
  sweepWorkFolders,
  workPlace,
} from '../../../lib/process/disk/work-folder.ts';

let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'place-'));
});
afterEach(() => rm(place, { recursive: true }));

describe('a work folder', () => {
  it('goes with all that is in it, and may go twice', async () => {
    const folder = await makeWorkFolder(place);
    await writeFile(join(folder, 'file'), 'text');
    await removeWorkFolder(folder);
    await removeWorkFolder(folder);
    expect(await readdir(place)).toEqual([]);
  });

  it('is swept when its process runs no more, and not while it does', async () => {
    const own = basename(await makeWorkFolder(place));
    const { pid } = spawnSync(process.execPath, ['--version']);
    const left = own.replace(String(process.pid), String(pid));
    await writeFile(join(place, left), '');
    await writeFile(join(place, left.replace(hostname(), 'another-machine')), '');
    await sweepWorkFolders(place);
    expect((await readdir(place)).toSorted()).toEqual([own, left.replace(hostname(), 'another-machine')].toSorted());
  });

  it('is among those of its own user, into which no other user may look', async () => {
    const own = workPlace(place);
    expect(basename(own)).toMatch(/^meeting-bots-\d+$/);
    await makeWorkFolder(own);
    expect((await stat(own)).mode & 0o777).toBe(0o700);
  });

  it('is never made where another user could change it', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can make a folder for another user');
    const theirs = workPlace(place);
    await mkdir(theirs);
    await chown(theirs, 12_345, 12_345);
    await expect(makeWorkFolder(theirs)).rejects.toThrow('belongs to another user: remove it, or set TMPDIR');
    expect(await readdir(theirs)).toEqual([]);
  });

  it('needs no folder to sweep', async () => {
    await expect(sweepWorkFolders(join(place, 'missing'))).resolves.toBeUndefined();
  });
});
