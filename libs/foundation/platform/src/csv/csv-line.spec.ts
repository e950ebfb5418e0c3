import { csvLine, withoutApostrophe } from './csv-line';

describe('A line of CSV', () => {
  it.each([
    [['Ana', 3, null], 'Ana,3,\r\n'],
    [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
    [[' padded '], '" padded "\r\n'],
  ])('of %j is quoted where it has to be', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it('with semicolons leaves commas alone', () => {
    expect(csvLine(['a,b', 'c;d'], ';')).toBe('a,b;"c;d"\r\n');
  });

  it.each(['=1+1', '@SUM(A1)', '+cmd|x', '-2+3+cmd', '\t=1', '=HYPERLINK("x")'])(
    'makes %j harmless',
    (cell) => {
      const line = csvLine([cell]);
      expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
      expect(withoutApostrophe(`'${cell}`)).toBe(cell);
    },
  );

  it.each(['+34612345678', '-12.5', '+31 6 1234 5678'])('leaves %j, which is no formula', (cell) => {
    expect(csvLine([cell])).toBe(`${cell}\r\n`);
    expect(withoutApostrophe(`'${cell}`)).toBe(`'${cell}`);
  });
});
