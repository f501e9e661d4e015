import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands, type Program, usage } from '../../bin/help.ts';
import { commands as adminCommands } from '../../lib/admin/commands.ts';
import { overview } from '../../lib/admin/format.ts';
import { help } from '../../lib/local-home/command-line.ts';
import { faultOf, helpOf } from '../../lib/process/help-text.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** The programs of ours that npm starts, by the names of their scripts. */
const programs = Object.entries(scripts).flatMap(([script, command]) => {
  const [program] = command.match(/\b(?:bin|bench)\/[\w-]+\.ts$/) ?? [];
  return program === undefined ? [] : [[script, program] as const];
});
/** They have more to say than what stands in the table. */
const bySelf: Readonly<Record<string, string>> = { 'bin/local.ts': help, 'bin/admin.ts': overview(adminCommands) };

describe('npm run', () => {
  it('starts every program that has help, and no other', () => {
    expect(programs.map(([, program]) => program).toSorted()).toEqual(
      [...Object.keys(commands), ...Object.keys(bySelf)].toSorted(),
    );
  });

  it.each(programs)('%s says with --help what it does and how it is called', (script, program) => {
    const said = bySelf[program] ?? helpOf(commands[program as Program]);
    const name = ['start', 'test'].includes(script) ? `npm ${script}` : `npm run (--silent )?${script}`;
    expect(said).toMatch(new RegExp(`${name}\\b`));
    expect(said).toMatch(/^usage: npm /m);
    expect(said).toMatch(/--help/);
  });

  it.each(Object.entries(commands))('%s tells of the options that it takes', (program, command) => {
    const source = readFileSync(program, 'utf8');
    expect(source).toMatch(/^import (\{ usage \} from )?'(\.|\.\.\/bin)\/help\.ts';$/m);
    const taken = [...source.matchAll(/\b'?([a-z][\w-]*)'?: \{ type: '(?:string|boolean)'/g)].map(
      ([, option]) => option,
    );
    const told = 'options' in command ? Object.keys(command.options) : [];
    if (taken.length > 0) expect(told.toSorted()).toEqual(taken.toSorted());
    for (const option of told) expect(source).toContain(option);
  });

  it('answers before it does anything', () => {
    const { status, stdout } = spawnSync(process.execPath, ['--conditions=local', 'bin/demo.ts', '--grand', '--help'], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, `${helpOf(commands['bin/demo.ts'])}\n`]);
  });

  it.each([
    [['bin/demo.ts', '--grnd'], "Unknown option '--grnd'"],
    [['bin/image.ts', 'arm64'], "Unexpected argument 'arm64'"],
    [['bin/judge.ts', 'test/corpus', '--as'], "Option '--as <value>' argument missing"],
    [['bin/doctor.ts', '--json=yes'], "Option '--json' does not take an argument"],
  ] as const)('%j is refused before anything is done, with how it is called', ([program, ...given], fault) => {
    const { status, stderr } = spawnSync(process.execPath, ['--conditions=local', program, ...given], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, `${fault}\n${usage(program)}\n`]);
  });

  it.each([
    ['bin/image.ts', ['--arch', 'foo'], 2, '', '--arch is one of amd64, arm64\n'],
    ['bin/judge.ts', ['test/bin'], 0, 'no entries\n', ''],
  ] as const)('%s %j says what there is to say, and no more', (program, given, code, printed, complained) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...given], { encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([code, printed, complained]);
  });

  it('takes what it says that it takes', () => {
    const given = ['-c', 'a=b', '--context', 'c=d', '--free'];
    expect(faultOf(commands['bin/deploy-local.ts'], given)).toBeUndefined();
    expect(faultOf(commands['bin/meeting-bots.ts'], ['-c', 'subnets=private'])).toBeUndefined();
    expect(faultOf(commands['bench/index.ts'], ['1', '20a'])).toBeUndefined();
    expect(helpOf(commands['bin/deploy-local.ts'])).toContain('-c, --context NAME=VALUE  a setting of the stack');
  });

  it('tells who is refused how it is called', () => {
    expect(usage('bin/worker-image.ts')).toBe(
      'usage: npm run worker-image -- FOLDER [capture-worker|app-session-worker] [OPTIONS]\n--help tells the options',
    );
    expect(usage('bin/doctor.ts')).toMatch(/^usage: npm run doctor -- \[OPTIONS\]\n/);
  });
});
