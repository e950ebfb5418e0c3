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
 * The id of what a request makes, as a parameter of a controller's method. With an `Idempotency-Key` the same user's
 * same request makes the same thing, however often it is sent; without one each request makes another.
 * @throws CodedError `invalid_input` for a key that is none
 */
export const NewId = (): ParameterDecorator => (target, method, index) => {
  const schema = { type: 'string', pattern: clientKey.source } as const;
  const describe = ApiHeader({ name: HEADER, required: false, description, schema });
  describe(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
  idOfRequest()(target, method, index);
};

/**
 * The `Idempotency-Key` itself, for what names what it makes by the key; a new one where none was sent.
 * @throws CodedError `invalid_input` for a key that is none
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
