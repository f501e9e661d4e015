import { isWellFormedKey } from '../../domain/access/api-key.ts';
import type { Maker } from '../../domain/access/maker.ts';
import type { Naming } from '../../domain/access/plain-names.ts';
import { InvalidTokenError, NotAuthenticatedError } from '../../domain/errors.ts';
import { hashOfSecret } from '../../process/secrets.ts';
import type { ApiKeyRepository } from '../../storage/projects.ts';

/** Who is asking, what signs the cursors of the lists they are shown, and in which names they are answered. */
export interface Caller {
  readonly project_id: string;
  readonly cursor_secret: string;
  readonly names: Naming;
  /** As what this caller makes comes to be known. */
  readonly made_by: Maker;
  /** As whose this caller's requests are counted; absent where they are the project's. */
  readonly requester?: string;
}

/**
 * The caller that an `Authorization: Token <key>` header stands for.
 * @throws NotAuthenticatedError without a header, or with another scheme
 * @throws InvalidTokenError for a malformed, unknown or revoked key
 */
export const createAuthenticate =
  ({ apiKeys }: { apiKeys: Pick<ApiKeyRepository, 'find'> }) =>
  async (header: string | undefined): Promise<Caller> => {
    const [scheme, key, ...rest] = header?.trim().split(/\s+/) ?? [];
    if (scheme?.toLowerCase() !== 'token') {
      throw new NotAuthenticatedError(
        scheme && (key ? ', not another scheme' : ', with the word Token before the key'),
      );
    }
    if (!key || rest.length > 0 || !isWellFormedKey(key)) throw new InvalidTokenError();
    const found = await apiKeys.find(hashOfSecret(key));
    if (!found || found.revoked_at) throw new InvalidTokenError();
    const { project_id, cursor_secret, names = 'neutral', name } = found;
    return { project_id, cursor_secret, names, made_by: { kind: 'api_key', name } };
  };
