import { useState } from 'react';
import { ActionIcon, Button, Drawer, Select, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsMaximize, IconArrowsMinimize, IconChevronDown, IconSearch } from '@tabler/icons-react';
import { graphOf, graphs, type GraphDefinition } from '@parley/contracts/api/insight-graphs';
import { useTranslation } from '../../lib/translation';
import { GraphBody } from './graph-body';
import classes from './insights.module.css';
import { sampleOf } from './samples';

interface AddGraphsProps {
  /** Index of the dashboard slot into which the graph is put. */
  place: number;
  onPlace: (place: number) => void;
  /** Ids of the dashboard's graphs by slot; null for an empty slot. */
  shown: (number | null)[];
  comparesAgents: boolean;
  onAdd: (id: number) => void;
  onClose: () => void;
}

/** Catalogue of all graphs, each with an example. Closes when the user adds a graph. */
export default function AddGraphs(props: AddGraphsProps) {
  const { place, onPlace, shown, comparesAgents, onAdd, onClose } = props;
  const { t, language } = useTranslation();
  const isTaken = (shown[place] ?? null) !== null;
  const [isFull, setFull] = useState(false);
  const [search, setSearch] = useState('');
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const words = search.trim().toLowerCase();
  const found = graphs.filter(
    ({ title, description, name }) =>
      (comparesAgents || name !== 'agents-graph') &&
      `${title[language]} ${description[language]}`.toLowerCase().includes(words),
  );
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isNarrow || isFull ? '100%' : 400}
      title={t('insights.addTitle', { position: place + 1 })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {isTaken && (
        <Select
          mb="sm"
          label={t('insights.replaces')}
          description={shown.includes(null) ? undefined : t('insights.allTaken')}
          allowDeselect={false}
          value={String(place)}
          data={shown.flatMap((id, slot) => {
            const title = id === null ? undefined : graphOf(id)?.title[language];
            return title ? [{ value: String(slot), label: `${slot + 1}. ${title}` }] : [];
          })}
          onChange={(slot) => slot !== null && onPlace(Number(slot))}
        />
      )}
      <div className={classes.find}>
        <TextInput
          data-autofocus
          aria-label={t('insights.findGraph')}
          placeholder={t('insights.findGraph')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          maxLength={100}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {!isNarrow && (
          <ActionIcon
            aria-label={t(isFull ? 'insights.smaller' : 'insights.larger')}
            onClick={() => setFull(!isFull)}
          >
            {isFull ? <IconArrowsMinimize size={16} /> : <IconArrowsMaximize size={16} />}
          </ActionIcon>
        )}
      </div>
      {found.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('insights.nothingFound')}
        </Text>
      )}
      <ul className={classes.offers} data-full={isFull || undefined}>
        {found.map((graph) => (
          <Offer
            key={graph.id}
            graph={graph}
            isShown={shown.includes(graph.id)}
            isFull={isFull}
            action={t(isTaken ? 'insights.replace' : 'insights.add')}
            onAdd={() => onAdd(graph.id)}
          />
        ))}
      </ul>
    </Drawer>
  );
}

interface OfferProps {
  graph: GraphDefinition;
  isShown: boolean;
  isFull: boolean;
  /** Label of the button. */
  action: string;
  onAdd: () => void;
}

function Offer({ graph, isShown, isFull, action, onAdd }: OfferProps) {
  const { t, language } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { answer, entries } = sampleOf(graph);
  const isExpanded = isOpen || isFull;
  return (
    <li className={classes.offer}>
      <UnstyledButton
        className={classes.offerHead}
        aria-expanded={isExpanded}
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <span className={classes.title}>{graph.title[language]}</span>
          <Text size="xs" c="dimmed">
            {isShown ? t('insights.isShown') : graph.description[language]}
          </Text>
        </span>
        {!isFull && <IconChevronDown size={16} aria-hidden data-open={isOpen || undefined} />}
      </UnstyledButton>
      {isExpanded && (
        <>
          <div className={classes.example} inert aria-hidden>
            <GraphBody graph={graph} answer={answer} entries={entries} isTable={false} height={110} />
          </div>
          <Button variant="default" fullWidth onClick={onAdd}>
            {action}
          </Button>
        </>
      )}
    </li>
  );
}
