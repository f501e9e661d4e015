import { describe, expect, it, vi } from 'vitest';
import { anApp, mostOf, said } from './stack.ts';

describe('the rules for templates', () => {
  // cdk-nag is asked by each synthesis.
  it('of AwsSolutions, by cdk-nag, find nothing that is not explained, and those that the CDK brings no error', () => {
    vi.stubEnv('CDK_VALIDATION', 'true');
    const { customTranscriptionUrl } = said;
    using made = anApp({ ...mostOf, customTranscriptionUrl }, { '@aws-cdk/core:validateAgainstDefaultRules': true });
    expect(() => made.app.synth()).not.toThrow();
    vi.unstubAllEnvs();
  });
});
