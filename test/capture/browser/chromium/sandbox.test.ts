import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandboxing, type TrialRun, tryOut } from '../../../../lib/capture/browser/chromium/sandbox.ts';

const noSandbox =
  '[12:12:1120/200000.1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu 23.10+ …';

/** A machine that lets browsers have a sandbox or not, and whatever else there is to be complained of. */
const aMachine = ({ isRoot = false, allows = true, fault = '' }) => {
  const starts: string[] = [];
  const told: unknown[] = [];
  let trials = 0;
  const sandboxing = createSandboxing(isRoot);
  const start = async (flags: readonly string[]) => {
    starts.push(flags.join(' '));
    if (fault || !(allows || flags.includes('--no-sandbox'))) throw new Error('Target closed');
    return 'a browser';
  };
  const trial = async (): Promise<TrialRun> => {
    trials += 1;
    return allows ? { code: fault ? 1 : 0, complaints: fault } : { code: null, complaints: noSandbox };
  };
  return {
    starts,
    told,
    trials: () => trials,
    start: () => sandboxing.start(start, trial, (message, fields) => told.push([message, fields?.reason])),
  };
};

const without =
  'the browser runs without a sandbox of its own, kept in by the worker’s task, container or account alone';

describe('the sandbox of a browser', () => {
  it('is used where the machine allows it, without a trial or a word', async () => {
    const { start, starts, told, trials } = aMachine({});
    expect(await start()).toBe('a browser');
    expect([starts, told, trials()]).toEqual([[''], [], 0]);
  });

  it('is done without where the machine refuses it, which is tried and told once', async () => {
    const { start, starts, told, trials } = aMachine({ allows: false });
    expect(await start()).toBe('a browser');
    expect(await start()).toBe('a browser');
    expect(starts).toEqual(['', '--no-sandbox', '--no-sandbox']);
    expect(told).toEqual([[without, 'this machine does not let it have one']]);
    expect(trials()).toBe(1);
  });

  it('is done without as root, which Chromium wants so', async () => {
    const { start, starts, told } = aMachine({ isRoot: true });
    await start();
    expect([starts, told]).toEqual([['--no-sandbox'], [[without, 'the worker runs as root']]]);
  });

  it('is not given up for a browser that fails for any other reason', async () => {
    const { start, starts, told } = aMachine({ fault: 'error while loading shared libraries: libnss3.so' });
    await expect(start()).rejects.toThrow('Target closed');
    await expect(start()).rejects.toThrow('Target closed');
    expect([starts, told]).toEqual([['', ''], []]);
  });
});

describe('a trial run of a browser', () => {
  const trialOf = async (path: string, env: NodeJS.ProcessEnv = process.env): Promise<TrialRun> => {
    const folder = await mkdtemp(join(tmpdir(), 'trial-'));
    try {
      return await tryOut(path, { env, profile: folder });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  it('tells how it ended and what it complained of, and leaves nothing running', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'program-'));
    const program = join(folder, 'program');
    // What it leaves holds on to its output.
    await writeFile(program, '#!/bin/sh\nsleep 1000 &\necho "No usable sandbox!" >&2\nexit 3\n', { mode: 0o755 });
    expect(await trialOf(program)).toEqual({ code: 3, complaints: 'No usable sandbox!\n' });
    await rm(folder, { recursive: true });
  });

  it('fails where there is no such program', async () => {
    const { code, complaints } = await trialOf('/nowhere/chromium');
    expect([code === 0, complaints]).toEqual([false, '']);
  });
});
