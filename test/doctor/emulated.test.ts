/** What the doctor says of a deployment to an emulator, which does not know all that AWS does. */
import { SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { GetServiceQuotaCommand } from '@aws-sdk/client-service-quotas';
import { describe, expect, it } from 'vitest';
import { whereAsked } from '../../lib/doctor/emulated.ts';
import { aDeployment, type Deployment } from './world.ts';

describe('a deployment to an emulator', () => {
  const endpoint = 'http://localhost:4566';
  const ApiUrl = 'https://ab12cd34.execute-api.us-east-1.amazonaws.com';
  const outputsOf = (deployment: Deployment) => ({ ...deployment.outputs, ApiUrl });

  it('is asked where the emulator serves its API', async () => {
    const deployment = aDeployment();
    const asked: string[] = [];
    const fetch = async (url: string | URL | Request) => {
      asked.push(String(url));
      return Response.json({}, { status: 401 });
    };
    await deployment.examined({ ...whereAsked(endpoint, outputsOf(deployment)), fetch });
    expect(asked).toEqual([`${endpoint}/_aws/execute-api/ab12cd34/$default/api/v1/bots`]);
    for (const ofAws of [undefined, 'https://vpce-1.execute-api.us-east-1.vpce.amazonaws.com'])
      expect(whereAsked(ofAws, outputsOf(deployment))).toEqual({ outputs: outputsOf(deployment) });
  });

  it('is not called broken for what the emulator does not know', async () => {
    const deployment = aDeployment();
    deployment.mocks.quotas.on(GetServiceQuotaCommand).rejects(new Error('no such service'));
    deployment.mocks.iam.on(SimulatePrincipalPolicyCommand).resolves(deployment.decided('implicitDeny'));
    const findings = await deployment.examined(whereAsked(endpoint, deployment.outputs));
    const untold = (about: string, why: string) => ({
      ...{ about, is: 'unknown', do: 'ask a deployment to AWS, which does' },
      says: `the emulator at ${endpoint} does not tell: ${why}`,
    });
    expect(findings.filter(({ is }) => is !== 'well')).toEqual([
      untold('schedules', 'it does not count the calls of functions'),
      untold('Fargate vCPUs', 'Error: no such service'),
      untold('roles of tasks', 'it does not weigh the conditions of policies'),
    ]);
  });
});
