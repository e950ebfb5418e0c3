import { randomUUID } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { v5 as uuidV5 } from 'uuid';
import { clientKey } from '@parley/contracts/api/client-key';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { Principal } from './principal';

const HEADER = 'Idempotency-Key';
const description = 'Names what is asked for: the same key of the same user makes the same thing, once.';

/**
 * Parameter decorator for the id of the thing that a request creates. The same `Idempotency-Key`, user and request
 * give the same id, so that a repetition is a no-op; without a key, each request gives a new id.
 * @throws CodedError `invalid_input` if the key is malformed
 */
export const NewId = (): ParameterDecorator => (target, method, index) => {
  const schema = { type: 'string', pattern: clientKey.source } as const;
  const describe = ApiHeader({ name: HEADER, required: false, description, schema });
  describe(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
  idOfRequest()(target, method, index);
};

/**
 * Parameter decorator for the `Idempotency-Key` itself; a random key if the client sent none.
 * @throws CodedError `invalid_input` if the key is malformed
 */
export const RequestKey = (): ParameterDecorator => (target, method, index) => {
  const schema = { type: 'string', pattern: clientKey.source } as const;
  const describe = ApiHeader({ name: HEADER, required: false, description, schema });
  describe(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
  keyOrNew()(target, method, index);
};

const keyOrNew = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    keyOf(context.switchToHttp().getRequest()) ?? randomUUID(),
);

function keyOf({ headers }: Request): string | undefined {
  const key = headers[HEADER.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !clientKey.test(key)) throw new CodedError('invalid_input', HEADER);
  return key;
}

const idOfRequest = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<Request & { principal: Principal }>();
  const key = keyOf(request);
  if (key === undefined) return randomUUID();
  const { userId, customerId } = request.principal;
  return uuidV5(`${userId} ${request.path} ${key}`, customerId);
});
