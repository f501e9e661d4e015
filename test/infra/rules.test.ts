import { describe, expect, it, vi } from 'vitest';
import { anApp } from './stack.ts';

describe('the rules for templates', () => {
  const settings = { customTranscriptionUrl: 'https://stt.example.com/' };

  it('of AwsSolutions, by cdk-nag, find nothing that is not explained', () => {
    using made = anApp(settings);
    expect(() => made.app.synth()).not.toThrow();
  });

  it('that the CDK brings find no error', () => {
    vi.stubEnv('CDK_VALIDATION', 'true');
    using made = anApp(settings, { '@aws-cdk/core:validateAgainstDefaultRules': true });
    expect(() => made.app.synth()).not.toThrow();
    vi.unstubAllEnvs();
  });
});
