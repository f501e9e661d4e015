import { describe, expect, it } from 'vitest';
import { parseConfigFile, readConfigFile, saidContext, settingsFrom } from '../../lib/infra/config-file.ts';
import { settingsOf } from '../../lib/infra/settings.ts';

const file = 'deploy.config.json';
const parse = (content: object): Readonly<Record<string, unknown>> => parseConfigFile(JSON.stringify(content), file);

describe('a file of settings', () => {
  it('holds what would otherwise be said on the command line', () => {
    const config = parse({ jitsiHosts: 'meet.example.com', requestsPerSecond: 50, alarmsEmail: 'ops@example.com' });
    expect(settingsOf((name) => config[name])).toMatchObject({
      jitsiHosts: 'meet.example.com',
      requestsPerSecond: 50,
      alarmsEmail: 'ops@example.com',
    });
  });

  it.each([
    ['jitsiHost', 'jitsiHosts'],
    ['alarmEmail', 'alarmsEmail'],
    ['monthlybudgetusd', 'monthlyBudgetUsd'],
    ['captureRecorders', 'captureRecorder'],
  ])('that says %s is told that %s was meant', (wrong, right) => {
    const settings = parse({ [wrong]: 'x' });
    expect(() => settingsFrom({}, { file, settings })).toThrow(
      `${file}: there is no setting ${wrong}: did you mean ${right}?`,
    );
  });

  it('that is none is refused by its name', () => {
    expect(() => parseConfigFile('{', file)).toThrow(/^deploy\.config\.json is not JSON: /);
    expect(() => parseConfigFile('[1]', file)).toThrow('must hold one object');
  });

  it('need not be there unless it is named, so that no slip means another stage', () => {
    expect(readConfigFile(undefined)).toEqual({ file, settings: {} });
    for (const named of ['deploy.prdo.json', '']) {
      expect(() => readConfigFile(named)).toThrow(`DEPLOY_CONFIG names a file that is not there: '${named}'`);
    }
  });
});

describe('the command line', () => {
  const none = { file, settings: {} };

  it('goes before the file', () => {
    const settings = { stage: 'trial', subnets: 'private' };
    expect(settingsFrom({ stage: 'prod' }, { file, settings })).toMatchObject({ stage: 'prod', subnets: 'private' });
  });

  it('is told of all at once: names, also those of the file, and values', () => {
    const settings = { jitsiHost: 'meet.example.com', warmSound: 201 };
    expect(() => settingsFrom({ alarmEmail: 'x', subnets: 'publik' }, { file, settings })).toThrow(
      [
        'there is no setting alarmEmail: did you mean alarmsEmail?',
        `${file}: there is no setting jitsiHost: did you mean jitsiHosts?`,
        'the setting subnets: must be one of public, private',
        'the setting warmSound: must be at most 200',
      ].join('\n'),
    );
  });

  it('is told of a name that is no setting, and of the nearest one that is', () => {
    const said = () => settingsFrom({ alarmEmail: 'ops@example.com', stage: 'trial' }, none);
    expect(said).toThrow('there is no setting alarmEmail: did you mean alarmsEmail?');
  });

  it.each([
    ['Protected', 'protected'],
    ['AlarmsEmail', 'alarmsEmail'],
    ['alarms-email', 'alarmsEmail'],
    ['alarms_email', 'alarmsEmail'],
    ['monthly_budget', 'monthlyBudgetUsd'],
  ])('is told so of %s, however it is written: %s was meant', (wrong, right) => {
    expect(() => settingsFrom({ [wrong]: 'x' }, none)).toThrow(`there is no setting ${wrong}: did you mean ${right}?`);
  });

  it('is told of no other name where none is near', () => {
    expect(() => settingsFrom({ foo: 'bar' }, none)).toThrow(/^there is no setting foo$/);
  });

  it('says each as name=value, also where npm run synth reads it and not the CDK', () => {
    expect(saidContext(['subnets=private', 'tags=team=media,cost-center=42'])).toEqual({
      subnets: 'private',
      tags: 'team=media,cost-center=42',
    });
    expect(saidContext(['alarms-email=ops@example.com'])).toEqual({ 'alarms-email': 'ops@example.com' });
    expect(() => saidContext(['subnets'])).toThrow("-c takes name=value, and not 'subnets'");
  });

  it('may say what the CDK itself goes by', () => {
    const ofCdk = {
      '@aws-cdk/core:x': true,
      'aws:cdk:bundling-stacks': [],
      'cli-telemetry': false,
      'acknowledged-issue-numbers': [34892],
      'vpc-provider:a': {},
    };
    expect(settingsFrom({ ...ofCdk, stage: 'trial' }, none)).toMatchObject({ stage: 'trial' });
  });
});
