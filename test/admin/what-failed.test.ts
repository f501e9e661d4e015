/** What the admin program says where AWS's own words do not tell an operator what is meant. */
import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { DisabledException, KMSInvalidStateException } from '@aws-sdk/client-kms';
import { describe, expect, it } from 'vitest';
import { whatFailed } from '../../bin/admin/what-failed.ts';

const key = 'arn:aws:kms:us-east-1:111122223333:key/1';
const fault = (message: string) => ({ message, $metadata: {} });
const named = { TABLE_NAME: 'Table', SECRET_KEY_ID: key };

describe('a command that failed', () => {
  it.each<[string, unknown, string]>([
    [
      'names the table that is not there',
      new ResourceNotFoundException(fault('Requested resource not found')),
      'there is no table Table in this account and region: was the outputs file written by another deployment, or are you signed in elsewhere?',
    ],
    [
      'says how a key is enabled',
      new DisabledException(fault(`${key} is disabled.`)),
      `the KMS key is disabled, so no secret can be opened: aws kms enable-key --key-id ${key}`,
    ],
    [
      'says how a key is kept that is about to be deleted',
      new KMSInvalidStateException(fault(`${key} is pending deletion.`)),
      `${key} is pending deletion: npm run doctor says what to do`,
    ],
    ['says the rest as it is', new Error('no such project: prj_1'), 'no such project: prj_1'],
    ['says what is no error too', 'gone', 'gone'],
  ])('%s', (_, error, says) => {
    expect(whatFailed(error, named)).toBe(says);
  });
});
