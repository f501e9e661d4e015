/** What is said of a command that failed: where AWS's own words do not tell an operator what is meant, ours. */

/** The names by which AWS's adapters know a deployment. */
interface Named {
  readonly TABLE_NAME?: string;
  readonly SECRET_KEY_ID?: string;
}

/** DynamoDB's words, in which other services do not answer, so that its client need not be loaded to know its error. */
const noTable = /^Requested resource not found/;

export const whatFailed = (error: unknown, { TABLE_NAME, SECRET_KEY_ID }: Named): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'ResourceNotFoundException' && noTable.test(error.message))
    return `there is no table ${TABLE_NAME} in this account and region: was the outputs file written by another deployment, or are you signed in elsewhere?`;
  if (error.name === 'DisabledException')
    return `the KMS key is disabled, so no secret can be opened: aws kms enable-key --key-id ${SECRET_KEY_ID}`;
  if (error.name === 'KMSInvalidStateException')
    return `${error.message.replace(/\.$/, '')}: npm run doctor says what to do`;
  return error.message;
};
