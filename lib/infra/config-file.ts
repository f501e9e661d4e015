/** Settings of a deployment that stay: in one file of the project, beside what the command line says once. */
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { nearestName } from '../domain/nearest-name.ts';
import { messageOf } from '../process/message-of.ts';
import { type Settings, SettingsError, settingNames, settingsOf } from './settings.ts';

/** Something in the file is wrong; the message says what to change. */
export class ConfigFileError extends SettingsError {
  override readonly name = 'ConfigFileError';
}

/** A sentence for each name that is no setting's, with the one that may be meant. */
const strangeIn = (names: readonly string[]): string[] =>
  names
    .filter((name) => !settingNames.includes(name))
    .map((name) => {
      const meant = nearestName(name.replaceAll(/[-_]/g, ''), settingNames);
      return `there is no setting ${name}${meant === undefined ? '' : `: did you mean ${meant}?`}`;
    });

/** Those of the CDK's own that look as a name of ours may: the others have a `:`, a `/` or an `@`. */
const plainNamesOfCdk: readonly string[] = ['acknowledged-issue-numbers', 'cli-telemetry'];

/** Whether a name in the context of an app is for this one. */
const isOurs = (name: string): boolean => !/[:/@]/.test(name) && !plainNamesOfCdk.includes(name);

/**
 * What is said as `name=value` each, with `-c`: settings, and what the CDK itself goes by.
 * @throws SettingsError for what is not
 */
export const saidContext = (pairs: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      if (name === undefined || value === undefined) throw new SettingsError(`-c takes name=value, and not '${pair}'`);
      return [name, value];
    }),
  );

/** The settings in a file's text, by their names. @throws ConfigFileError that names the file and what is wrong in it */
export const parseConfigFile = (text: string, file: string): Readonly<Record<string, unknown>> => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ConfigFileError(`${file} is not JSON: ${messageOf(error)}`, {
      cause: error,
    });
  }
  const parsed = z.record(z.string(), z.unknown()).safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ConfigFileError(`${file} must hold one object: { "setting": value, … }`);
};

const usualFile = 'deploy.config.json';

export interface ConfigFile {
  /** What it is called. */
  readonly file: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The settings in the file that is named, or in the usual one, which alone need not be there. @throws ConfigFileError */
export const readConfigFile = (named: string | undefined): ConfigFile => {
  const file = named ?? usualFile;
  if (existsSync(file)) return { file, settings: parseConfigFile(readFileSync(file, 'utf8'), file) };
  if (named === undefined) return { file, settings: {} };
  throw new ConfigFileError(`DEPLOY_CONFIG names a file that is not there: '${named}'`);
};

/**
 * What the command line says, and of the rest what the file does.
 * @throws SettingsError with a line for each name and value that does not fit
 */
export const settingsFrom = (said: Readonly<Record<string, unknown>>, { file, settings }: ConfigFile): Settings => {
  const lines = [
    ...strangeIn(Object.keys(said).filter(isOurs)),
    ...strangeIn(Object.keys(settings)).map((line) => `${file}: ${line}`),
  ];
  try {
    const all = settingsOf((name) => said[name] ?? settings[name]);
    if (lines.length === 0) return all;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    lines.push(error.message);
  }
  throw new SettingsError(lines.join('\n'));
};
