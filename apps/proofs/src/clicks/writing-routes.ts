import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Every route of the API that may change data, in the form `POST /tags/:id/merge`. */
export function writingRoutes(app: NestExpressApplication): string[] {
  const modules = [...app.get(ModulesContainer).values()];
  const types = modules.flatMap(({ controllers }) =>
    [...controllers.values()].map(({ metatype }) => metatype),
  );
  const routes = types.flatMap((type) => {
    const base = Reflect.getMetadata(PATH_METADATA, type as Type<object>) as string;
    const prototype = (type as Type<object>).prototype as Record<string, () => unknown>;
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      const handler = prototype[name]!;
      const path =
        name === 'constructor' ? undefined : (Reflect.getMetadata(PATH_METADATA, handler) as string);
      if (path === undefined || !base.startsWith('api/v3')) return [];
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]!;
      if (READING.includes(method)) return [];
      const parts = [base.slice('api/v3'.length), path].flatMap((part) => part.split('/')).filter(Boolean);
      return [`${method} /${parts.join('/')}`];
    });
  });
  return [...new Set(routes)].sort();
}

/** Whether a request matches this route. */
export function isOf(route: string, method: string, path: string): boolean {
  const pattern = route.replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(`${method} ${path.split('?')[0]}`);
}
