import { csvLine, withoutApostrophe } from './csv-line';

describe('csvLine', () => {
  it.each([
    [['Ana', 3, null], 'Ana,3,\r\n'],
    [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
    [[' padded '], '" padded "\r\n'],
  ])('quotes %j where necessary', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it('leaves commas alone if semicolons separate the cells', () => {
    expect(csvLine(['a,b', 'c;d'], ';')).toBe('a,b;"c;d"\r\n');
  });

  it.each(['=1+1', '@SUM(A1)', '+cmd|x', '-2+3+cmd', '\t=1', '=HYPERLINK("x")'])(
    'prevents a spreadsheet from running %j',
    (cell) => {
      const line = csvLine([cell]);
      expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
      expect(withoutApostrophe(`'${cell}`)).toBe(cell);
    },
  );

  it.each(['+34612345678', '-12.5', '+31 6 1234 5678'])(
    'leaves %j unchanged, which is no formula',
    (cell) => {
      expect(csvLine([cell])).toBe(`${cell}\r\n`);
      expect(withoutApostrophe(`'${cell}`)).toBe(`'${cell}`);
    },
  );
});
