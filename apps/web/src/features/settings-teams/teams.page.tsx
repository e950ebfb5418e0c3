import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TeamResponse } from '@parley/contracts/api/access';
import { AddButton, EntityLink, EntityList } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { SettingsPage } from '@parley/ui/settings-page';
import { teamsQuery, useUsersById } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import classes from './teams.module.css';
import { teamCountsQuery } from './teams-api';

/** Maximum number of avatars per row; further members are only counted. */
const MAX_FACES = 5;

/** Page of all teams of the organisation. */
export function Component() {
  const { t } = useTranslation();
  const teams = useQuery(teamsQuery);
  const counts = useQuery(teamCountsQuery).data;
  return (
    <SettingsPage
      title={t('teams.title')}
      intro={t('teams.intro')}
      actions={<AddButton to="/settings/teams/add">{t('teams.add')}</AddButton>}
    >
      <Loadable query={teams} failed={t('teams.failed')}>
        {(all) => (
          <EntityList
            label={t('teams.title')}
            entities={all}
            empty={{
              icon: <IconUsersGroup stroke={1.4} />,
              title: t('teams.none'),
              text: t('teams.noneText'),
            }}
          >
            {(team) => (
              <Row
                key={team.id}
                team={team}
                open={counts && (counts.find(({ teamId }) => teamId === team.id)?.open ?? 0)}
              />
            )}
          </EntityList>
        )}
      </Loadable>
    </SettingsPage>
  );
}

function Row({ team, open }: { team: TeamResponse; open: number | undefined }) {
  const { t } = useTranslation();
  const members = team.teamUsers.length;
  return (
    <EntityLink to={`/settings/teams/${team.id}`} className={classes.row}>
      <span className={classes.dot} style={{ background: team.colour }} aria-hidden />
      <span className={classes.name}>
        <span className={classes.title}>{team.name}</span>
        {team.email && <span className={classes.email}>{team.email}</span>}
      </span>
      <Faces team={team} />
      <span className={classes.counts}>
        <span>{t('teams.memberCount', { count: members })}</span>
        {open !== undefined && <span>{t('teams.openCount', { count: open })}</span>}
      </span>
    </EntityLink>
  );
}

/** Avatars of a team's members. Hidden from screen readers, which read the number of members beside them. */
function Faces({ team }: { team: TeamResponse }) {
  const users = useUsersById();
  const names = team.teamUsers.map(({ userId }) => users.get(userId)?.displayName ?? '').filter(Boolean);
  const more = names.length - MAX_FACES;
  return (
    <span className={classes.faces} aria-hidden>
      {names.slice(0, MAX_FACES).map((name) => (
        <span key={name} className={classes.face} title={name}>
          <PersonAvatar name={name} size={26} />
        </span>
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </span>
  );
}
