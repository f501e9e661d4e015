import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkFolder, removeWorkFolder, sweepWorkFolders } from '../../lib/capture/work-folder.ts';

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

  it('needs no folder to sweep', async () => {
    await expect(sweepWorkFolders(join(place, 'missing'))).resolves.toBeUndefined();
  });
});
