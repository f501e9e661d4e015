import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { MeetingBotsStack } from '../../../lib/infra/meeting-bots-stack.ts';
import { settingsOf } from '../../../lib/infra/settings.ts';
import { aTemplate } from '../stack.ts';

const zonesIn = (template: Template): unknown[] =>
  Object.values(template.findResources('AWS::EC2::Subnet')).map(({ Properties }) => Properties.AvailabilityZone);

describe('the network of capture tasks', () => {
  it('is in two zones, which CloudFormation looks up: the template is the same, whoever makes it', () => {
    const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
    const env = { account: '111122223333', region: 'eu-central-1' };
    const known = new MeetingBotsStack(
      app,
      'Known',
      settingsOf(() => undefined),
      { env },
    );
    const zones = [0, 1].map((place) => ({ 'Fn::Select': [place, { 'Fn::GetAZs': '' }] }));
    expect(zonesIn(Template.fromStack(known))).toEqual(zones);
    expect(zonesIn(aTemplate())).toEqual(zones);
    expect(app.synth().manifest.missing).toBeUndefined();
  });
});
