import { Avatar } from '@mantine/core';
import { initialsOf } from './initials';
import { PresenceDot, type Presence } from './presence-dot';
import classes from './person-avatar.module.css';

interface PersonAvatarProps {
  name: string;
  size: number;
  /** URL of the avatar image. Missing: the initials are shown. */
  src?: string;
  /** Shown at the corner of the avatar, such as the channel's icon. */
  badge?: React.ReactNode;
  /** Online status, shown as a dot. Also show it in words beside the avatar. */
  presence?: Presence;
}

/**
 * A person's image, or their initials on a colour derived from the name. Hidden from screen readers, since the name
 * is shown beside it.
 */
export function PersonAvatar({ name, size, src, badge, presence }: PersonAvatarProps) {
  return (
    <span className={classes.root} style={{ width: size, height: size }} aria-hidden>
      <Avatar
        size={size}
        src={src}
        imageProps={{ loading: 'lazy', decoding: 'async' }}
        radius="xl"
        className={classes.avatar}
        style={{ '--hue': hueOf(name), fontSize: Math.round(size * 0.4) }}
      >
        {initialsOf(name)}
      </Avatar>
      {badge !== undefined && <span className={classes.badge}>{badge}</span>}
      {presence && (
        <span className={classes.presence}>
          <PresenceDot presence={presence} />
        </span>
      )}
    </span>
  );
}

function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hash;
}
