import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { EmailAddress, IfGiven, Moment, Nested, NestedList, Text } from './input';

class Named {
  @Text({ min: 1, max: 5 })
  name!: string;
}

class Note {
  @IfGiven()
  @Text({ max: 20, lines: true })
  text?: string;

  @IfGiven()
  @Text({ max: 20, asTyped: true })
  draft?: string;

  @IfGiven()
  @EmailAddress()
  email?: string;

  @IfGiven()
  @Moment()
  at?: string;

  @IfGiven()
  @Nested(() => Named)
  one?: Named;

  @IfGiven()
  @NestedList(() => Named, { max: 2 })
  many?: Named[];
}

function broken(type: new () => object, plain: object): string[] {
  const errors = validateSync(plainToInstance(type, plain), { forbidUnknownValues: true });
  return errors.flatMap(({ property, constraints, children }) => [
    ...Object.keys(constraints ?? {}).map((rule) => `${property}: ${rule}`),
    ...(children?.length ? [`${property}: within`] : []),
  ]);
}

const taken = <T extends object>(type: new () => T, plain: object): T => plainToInstance(type, plain);

describe('a text', () => {
  test('a text rejects control characters and lone surrogates, and line breaks unless it allows lines', () => {
    for (const bad of ['a\u0000b', 'a\u0007b', 'a\u009fb', 'a\ud800b', '\udc00', 'a\nb', 'a\tb']) {
      expect([bad, broken(Named, { name: bad })]).toEqual([bad, ['name: isText']]);
    }
    expect(broken(Note, { text: 'a\r\n\tb' })).toEqual([]);
    // Word processors insert these line breaks, and users paste them.
    expect(taken(Note, { text: 'a\vb\fc' }).text).toBe('a\nb\nc');
    expect(broken(Note, { text: 'a\u0000b' })).toEqual(['text: isText']);
    expect(broken(Note, { text: '\ud83d' })).toEqual(['text: isText']);
  });

  test('a text is trimmed and composed (NFC)', () => {
    expect(taken(Named, { name: '  Ze\u0301 ' }).name).toBe('Z\u00e9');
    expect(broken(Named, { name: ' \u00a0 ' })).toEqual(['name: isNotEmpty']);
    expect(taken(Note, { draft: ' as typed ' }).draft).toBe(' as typed ');
  });

  test('a text is measured in code points, so that an emoji counts as one', () => {
    expect(broken(Named, { name: '🐈'.repeat(5) })).toEqual([]);
    expect(broken(Named, { name: '🐈'.repeat(6) })).toEqual(['name: maxLength']);
    // Variation selectors count as characters; otherwise a text could contain any number of them.
    expect(broken(Named, { name: `a${'\ufe0f'.repeat(5)}` })).toEqual(['name: maxLength']);
  });

  test('a text cannot show itself or adjacent text in a false order', () => {
    expect(taken(Named, { name: 'a\u202egpj\u2066' }).name).toBe('agpj');
    expect(taken(Note, { text: '\u202ex\n\u202by\u202c' }).text).toBe('x\n\u202by\u202c');
    // Characters of right-to-left scripts stay.
    expect(taken(Named, { name: 'סנה\u200f' }).name).toBe('סנה\u200f');
  });

  test('a text is composed only if the composed text may fit', () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    expect(broken(Named, { name: 'a\u0301\u0323'.repeat(50_000) })).toEqual(['name: maxLength']);
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
    // A Greek letter and three marks compose to one character.
    expect(taken(Named, { name: '\u03b1\u0313\u0300\u0345'.repeat(5) }).name).toBe('\u1f82'.repeat(5));
  });

  test('a text rejects everything but strings', () => {
    for (const other of [5, {}, ['a'], null, true]) {
      expect(broken(Named, { name: other })).toContain('name: isString');
    }
  });
});

test('measures an e-mail address before parsing it', () => {
  const start = performance.now();
  expect(broken(Note, { email: `${'a.'.repeat(50_000)}@${'b.'.repeat(50_000)}c` })).toContain(
    'email: maxLength',
  );
  expect(performance.now() - start).toBeLessThan(2_000);
});

test('rejects an e-mail address with a lone surrogate', () => {
  expect(broken(Note, { email: 'a\ud800@harbour.example' })).toContain('email: isText');
  expect(broken(Note, { email: ' ann@harbour.example ' })).toEqual([]);
});

test('rejects moments that are not in the calendar or that PostgreSQL cannot store, even if ISO 8601 allows them', () => {
  for (const bad of [
    '2026-W21-2',
    '0000-01-01',
    '+275760-01-01',
    '2026-13-01',
    '2026-01-01T25:00Z',
    '2026',
  ]) {
    expect([bad, broken(Note, { at: bad })]).toEqual([bad, ['at: isIso8601']]);
  }
  expect(taken(Note, { at: '2026-02-01T10:00+01:00' }).at).toBe('2026-02-01T09:00:00.000Z');
});

test('rejects a list in the place of an object, and a list with items that are not objects or with too many items', () => {
  expect(broken(Note, { one: [] })).toContain('one: isObject');
  expect(broken(Note, { one: null })).toContain('one: isObject');
  expect(broken(Note, { many: {} })).toContain('many: isArray');
  for (const bad of [[[]], [null], ['a']]) expect(broken(Note, { many: bad })).toContain('many: isObject');
  expect(broken(Note, { many: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })).toEqual([
    'many: arrayMaxSize',
  ]);
});
