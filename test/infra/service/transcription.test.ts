import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readTemplate } from '../read-template.ts';
import { aTemplate, said, saidOtherwise } from '../stack.ts';

const { template, functionOf, environmentOf } = readTemplate(aTemplate());

describe('speech that is to be transcribed', () => {
  it('waits in a queue that is worked off in every installation, whoever is to transcribe it', () => {
    expect(environmentOf('TranscriptionTranscribe')).toEqual([
      ...['MEDIA_BUCKET', 'SECRET_KEY_ID', 'STT_A_EU_URL', 'STT_A_MIP_OPT_OUT', 'STT_A_URL', 'STT_B_URL', 'TABLE_NAME'],
      'TRANSCRIPTION_QUEUE_URL',
    ]);
    expect(functionOf('TranscriptionTranscribe').Timeout).toBe(150);
  });

  it('is not given less time than hosted providers may take, however fast the operator’s own server is', () => {
    const fast = readTemplate(aTemplate(saidOtherwise));
    expect(fast.functionOf('TranscriptionTranscribe').Timeout).toBe(90);
  });

  it('has its failures counted', () => {
    template.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: '{ $.message = "speech not transcribed" }',
      MetricTransformations: [{ MetricNamespace: 'MeetingBots', MetricName: 'SpeechNotTranscribed', MetricValue: '1' }],
    });
  });
});

describe('hosted providers', () => {
  const variablesOf = (context: Record<string, unknown>) =>
    readTemplate(aTemplate(context)).functionOf('TranscriptionTranscribe').Environment?.Variables;

  it('are where their makers say, and their makers learn nothing from the sound', () => {
    expect(variablesOf({})).toMatchObject({
      STT_A_URL: 'https://api.deepgram.com',
      STT_A_EU_URL: 'https://api.eu.deepgram.com',
      STT_A_MIP_OPT_OUT: 'true',
      STT_B_URL: 'https://api.openai.com',
    });
  });

  it('are where the operator says, if the operator says so', () => {
    expect(variablesOf(said)).toMatchObject({ STT_B_URL: 'http://10.0.0.7:8000', STT_A_MIP_OPT_OUT: 'false' });
  });
});

describe('a server for speech-to-text of one’s own', () => {
  const withServer = readTemplate(aTemplate({ customTranscriptionUrl: 'http://10.0.0.7:8000/transcribe' }));

  it('is named to the function that asks it, to those that choose it and to that which tells the dashboard of it, and to no other', () => {
    const choosing = ['HttpCreateBot', 'HttpUpdateTranscriptionSettings', 'HttpDashboardAccess'];
    for (const owner of ['TranscriptionTranscribe', ...choosing]) {
      expect(withServer.environmentOf(owner)).toContain('CUSTOM_ASYNC_TRANSCRIPTION_URL');
    }
    expect(withServer.environmentOf('LifecycleCaptureStopped')).not.toContain('CUSTOM_ASYNC_TRANSCRIPTION_URL');
    expect(JSON.stringify(template.toJSON())).not.toContain('CUSTOM_ASYNC');
  });

  it('may take as long as the operator says, and what a lost function had in hand comes again a minute later', () => {
    const slow = readTemplate(aTemplate(said));
    expect([withServer, slow].map(({ functionOf: of }) => of('TranscriptionTranscribe').Timeout)).toEqual([150, 630]);
    for (const [{ template: its }, seconds, attempts] of [
      [withServer, 210, 9],
      [slow, 690, 5],
    ] as const) {
      its.hasResourceProperties('AWS::SQS::Queue', {
        VisibilityTimeout: seconds,
        RedrivePolicy: { maxReceiveCount: attempts },
      });
    }
  });

  it('is known for its slowness to all who wait for its text', () => {
    for (const owner of ['LifecycleEnterState', 'LifecycleFollow', 'LifecycleCaptureStopped']) {
      expect(withServer.environmentOf(owner)).toContain('CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT');
    }
    withServer.template.hasResourceProperties('AWS::ECS::TaskDefinition', {
      ContainerDefinitions: [
        { Environment: Match.arrayWith([{ Name: 'CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT', Value: '120' }]) },
      ],
    });
  });

  it('is an address of the web, and answers within 14 minutes', () => {
    expect(() => aTemplate({ customTranscriptionUrl: 'ftp://stt.example.com/' })).toThrow(
      'must be the http(s) address',
    );
    expect(() => aTemplate({ customTranscriptionTimeout: '900' })).toThrow('must be at most 840 s');
  });
});
