import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { anApp, aTemplate } from '../stack.ts';

const zonesIn = (template: Template): unknown[] =>
  Object.values(template.findResources('AWS::EC2::Subnet')).map(({ Properties }) => Properties.AvailabilityZone);

describe('the network of capture tasks', () => {
  it('is in two zones, which CloudFormation looks up: the template is the same, whoever makes it', () => {
    using known = anApp({}, {}, { env: { account: '111122223333', region: 'eu-central-1' } });
    const zones = [0, 1].map((place) => ({ 'Fn::Select': [place, { 'Fn::GetAZs': '' }] }));
    expect(zonesIn(Template.fromStack(known.stack))).toEqual(zones);
    expect(zonesIn(aTemplate())).toEqual(zones);
    expect(known.app.synth().manifest.missing).toBeUndefined();
  });
});
