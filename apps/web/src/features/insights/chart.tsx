import ApexChart from 'react-apexcharts';
import type { ApexOptions } from 'apexcharts';
import { useComputedColorScheme } from '@mantine/core';
import type { MetricUnit } from '@parley/contracts/api/insight-metrics';
import type { Entry } from './series';
import { shownValue } from '@parley/contracts/api/insight-values';
import { hasLonePoint, timeAxis } from './axis';

/** Colours that colour-blind people can distinguish, with a contrast of 3:1 to the surface. */
export const palette = {
  light: ['#3b4fd8', '#969528', '#812561', '#e45f7b', '#3f4f14', '#c96dce'],
  dark: ['#8f9dff', '#dee06a', '#af4421', '#66efff', '#7a5a8a', '#dd948b'],
};

interface ChartProps {
  entries: Entry[];
  kind: 'bar' | 'line';
  unit: MetricUnit;
  /** Called with the bar or point that the user clicked. */
  onOpen?: (entry: Entry) => void;
  height: number;
  name: string;
}

/** A bar or line chart. Screen readers get the same data from a table. */
export default function Chart({ entries, kind, unit, onOpen, height, name }: ChartProps) {
  const scheme = useComputedColorScheme('light');
  const isDark = scheme === 'dark';
  const open = (index: number | undefined) => {
    const entry = index === undefined ? undefined : entries[index];
    if (entry?.open) onOpen?.(entry);
  };
  const shown = (value: number | null) => shownValue(value, unit);
  const values = entries.map(({ value }) => value);
  const hasMarkers = kind === 'line' && (entries.length <= 31 || hasLonePoint(values));
  const text = isDark ? '#9da1a9' : '#5f636b';
  // Labels only every n-th entry, so that at most ten labels share the axis.
  const every = Math.max(1, Math.ceil(entries.length / 10));
  const options: ApexOptions = {
    chart: {
      id: `insights-${name}`,
      animations: { enabled: false },
      toolbar: { show: false },
      zoom: { enabled: false },
      background: 'transparent',
      fontFamily: 'inherit',
      parentHeightOffset: 0,
      events: {
        dataPointSelection: (_event, _chart, config?: { dataPointIndex?: number }) =>
          open(config?.dataPointIndex),
        markerClick: (_event, _chart, config?: { dataPointIndex?: number }) => open(config?.dataPointIndex),
      },
    },
    colors: palette[scheme],
    theme: { mode: scheme },
    dataLabels: { enabled: false },
    legend: { show: false },
    grid: {
      borderColor: isDark ? '#26282d' : '#e6e7ea',
      // Reserves room for the half of a line's last label that extends beyond the chart.
      padding: { left: 8, right: kind === 'line' ? 20 : 8, top: -16, bottom: -4 },
    },
    stroke: { width: kind === 'line' ? 2 : 0, curve: 'straight' },
    markers: { size: hasMarkers ? 3 : 0, strokeWidth: 0, hover: { size: 5 } },
    plotOptions: { bar: { columnWidth: entries.length <= 8 ? '45%' : '70%', borderRadius: 2 } },
    states: { active: { filter: { type: 'none' } } },
    xaxis: {
      categories: entries.map(({ label }) => label),
      type: 'category',
      tickPlacement: 'on',
      tooltip: { enabled: false },
      axisBorder: { show: false },
      axisTicks: { show: false },
      labels: {
        rotate: 0,
        hideOverlappingLabels: false,
        trim: every === 1,
        style: { colors: text, fontSize: '11px' },
        formatter: (label: string) => label,
      },
      overwriteCategories: entries.map(({ label }, index) => (index % every === 0 ? cut(label) : '')),
    },
    yaxis: {
      min: 0,
      ...(unit === 'time'
        ? timeAxis(Math.max(0, ...values.map((value) => value ?? 0)))
        : { forceNiceScale: true, tickAmount: 4 }),
      labels: { style: { colors: text, fontSize: '11px' }, formatter: (value: number) => shown(value) },
    },
    tooltip: {
      x: {
        formatter: (_: number, { dataPointIndex = 0 }: { dataPointIndex?: number } = {}) =>
          entries[dataPointIndex]?.name ?? '',
      },
      y: { formatter: (value: number | null) => shown(value) },
    },
  };
  const series = [{ name, data: values }];
  return <ApexChart type={kind} options={options} series={series} height={height} width="100%" />;
}

function cut(label: string): string {
  return label.length > 12 ? `${label.slice(0, 11)}…` : label;
}
