import type { MetricUnit } from '@parley/contracts/api/insight-metrics';
import type { Entry } from './series';

export interface Picture {
  title: string;
  /** Text below the title: the period and the version of the metric's definition. */
  note: string;
  /** The formatted number for the whole period; null if the graph has none. */
  total: string | null;
}

const WIDTH = 880;
const HEIGHT = 520;

/**
 * Data of a graph as CSV; durations are in seconds. Every text is quoted, so that no spreadsheet executes it as a
 * formula.
 */
export function csvOf(
  entries: Entry[],
  total: number | null | undefined,
  unit: MetricUnit,
  head: string[],
): string {
  const isTime = unit === 'time';
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(isTime ? value / 1000 : value);
  const [part = '', value = '', median = '', p90 = '', count = ''] = head;
  const lines: string[][] = [[part, value, ...(isTime ? [median, p90, count] : [])].map(quoted)];
  for (const { name, value: its, more } of entries) {
    lines.push([
      quoted(name),
      number(its),
      ...(more ? [number(more.median), number(more.p90), String(more.count)] : []),
    ]);
  }
  if (entries.length === 0) lines.push([quoted(''), number(total)]);
  return `\ufeff${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

function quoted(text: string): string {
  const safe = /^[\s\uFEFF]*[=+\-@|]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** SVG image of a graph's card: its title, its number, and its chart if it has one. */
export function svgOf(chart: SVGElement | null, { title, note, total }: Picture, isDark: boolean): string {
  const ink = isDark ? '#e6e7ea' : '#1b1c1f';
  const dim = isDark ? '#9da1a9' : '#5f636b';
  const font = 'font-family="Inter, system-ui, sans-serif"';
  let drawn = '';
  if (chart) {
    const copy = chart.cloneNode(true) as SVGElement;
    for (const foreign of copy.querySelectorAll('foreignObject')) foreign.remove();
    const { width, height } = chart.getBoundingClientRect();
    copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
    for (const [name, value] of Object.entries({ x: 20, y: 110, width: WIDTH - 40, height: HEIGHT - 130 }))
      copy.setAttribute(name, String(value));
    drawn = new XMLSerializer().serializeToString(copy);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="100%" height="100%" fill="${isDark ? '#17181b' : '#ffffff'}"/>
<text x="28" y="40" ${font} font-size="20" font-weight="600" fill="${ink}">${escaped(title)}</text>
<text x="28" y="62" ${font} font-size="13" fill="${dim}">${escaped(note)}</text>
${total === null ? '' : `<text x="28" y="98" ${font} font-size="28" font-weight="600" fill="${ink}">${escaped(total)}</text>`}
${drawn}
</svg>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Converts the SVG image to PNG at double resolution. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH * 2;
    canvas.height = HEIGHT * 2;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture.'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Starts the download of a file. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
