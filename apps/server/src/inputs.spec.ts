import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata';
import { byProperty, inputClasses, type InputClass } from './openapi/describe-inputs';
import { ApiModule } from './roles/api.module';
import { IngressRoleModule } from './roles/ingress.module';

// Checks every class that describes a request, and every route. The test finds them automatically, so it includes new
// ones.

/** Validation rules that limit a text and refuse characters that cannot be stored. */
const bounded = ['isText', 'isUuid', 'isIn', 'isEnum', 'isIso8601', 'credentials'];
const noTexts = ['isBoolean', 'isInt', 'isNumber', 'isLatitude', 'isLongitude'];

const poison = ['a\u0000b', '\u0000', 'a\ud800b', 'a\u202eb', 'a'.repeat(5_000), `1${'0'.repeat(5_000)}`];

function isBounded({ name = '', constraints }: ValidationMetadata): boolean {
  if (name === 'matches') return poison.every((text) => !(constraints[0] as RegExp).test(text));
  return bounded.includes(name);
}

/** @returns the rule that a field lacks, for the error message; null if it lacks none */
function lackOf(rules: ValidationMetadata[]): string | null {
  const has = (name: string) => rules.some((rule) => rule.name === name);
  const isNested = rules.some(({ type }) => type === 'nestedValidation');
  const isList = has('isArray') || rules.some(({ each }) => each);
  if (isList && !has('arrayMaxSize')) return 'a list without @ArrayMaxSize';
  if (isNested && !has('isObject')) return 'an object that may be a list: use @Nested or @NestedList';
  if (isNested || rules.some(({ name = '' }) => noTexts.includes(name))) return null;
  // A pattern together with a maximum length also limits a text.
  const isPattern = rules.some(
    ({ name, constraints }) =>
      name === 'matches' && poison.slice(0, 4).every((text) => !(constraints[0] as RegExp).test(text)),
  );
  if (rules.some(isBounded) || (isPattern && has('maxLength'))) return null;
  return 'a text without @Text or another form that is bounded';
}

function classesWithRules(): Map<InputClass, ValidationMetadata[]> {
  return new Map(inputClasses());
}

test('every text of a request is bounded, every list has a maximum size, and no object can be a list', () => {
  expect(ApiModule && IngressRoleModule).toBeTruthy();
  const classes = [...classesWithRules()];
  expect(classes.length).toBeGreaterThan(40);
  const lacking = classes.flatMap(([type, rules]) =>
    [...byProperty(rules)].flatMap(([property, its]) => {
      const lack = lackOf(its);
      return lack ? [`${type.name}.${property} is ${lack}`] : [];
    }),
  );
  expect(lacking).toEqual([]);
});

/** Routes that read a body or a query without a class of validation rules, each with the reason. */
const byThemselves = new Set([
  // The route checks each value before use: one of a few words, a path of Parley, or a domain name.
  'SignInController.login',
  // The rules of settings check names and values, and refuse them with their own error codes.
  'CustomerSettingsController.change',
]);

test('every other route takes its body and its query as a class with validation rules', () => {
  const classes = classesWithRules();
  const loose = controllersOf(ApiModule, IngressRoleModule).flatMap((controller) => {
    const prototype = controller.prototype as object;
    return Object.getOwnPropertyNames(prototype).flatMap((method) => {
      const given = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
        string,
        { index: number; data?: unknown }
      >;
      const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as InputClass[];
      return Object.entries(given).flatMap(([key, { index, data }]) => {
        const kind = Number(key.split(':')[0]) as RouteParamtypes;
        if (kind !== RouteParamtypes.BODY && kind !== RouteParamtypes.QUERY) return [];
        const name = `${controller.name}.${method}`;
        const isHeld = data === undefined && types[index] !== undefined && hasRules(types[index], classes);
        return isHeld || byThemselves.has(name) ? [] : [name];
      });
    });
  });
  expect(loose).toEqual([]);
});

function hasRules(type: InputClass, classes: Map<InputClass, unknown>): boolean {
  if (classes.has(type)) return true;
  const parent = Object.getPrototypeOf(type) as InputClass | null;
  return typeof parent === 'function' && parent.prototype !== undefined && hasRules(parent, classes);
}

function controllersOf(...modules: Type[]): Type[] {
  const seen = new Set<unknown>();
  const found = new Set<Type>();
  const visit = (module: unknown): void => {
    if (typeof module !== 'function' || seen.has(module)) return;
    seen.add(module);
    for (const controller of (Reflect.getMetadata('controllers', module) ?? []) as Type[])
      found.add(controller);
    for (const imported of (Reflect.getMetadata('imports', module) ?? []) as unknown[]) visit(imported);
  };
  modules.forEach(visit);
  expect(found.size).toBeGreaterThan(15);
  return [...found];
}
