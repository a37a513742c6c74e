import type { UserInfo } from '#src/contract/entities/visitor.ts';
import { SyncLine } from '#src/features/library/island/SyncLine.tsx';
import type { signOut } from '#src/features/sign-in/state/sign-in.ts';
import { formatTime } from '#src/lib/format-time.ts';
import { Icon } from '#src/shell/island/Icon.tsx';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $profileState, loadProfile } from '../state/account-lists.ts';
import type { deleteAccount } from '../state/account-settings.ts';
import { Settings } from './Settings.tsx';

interface AccountPartProps {
  readonly island: Island<'account'>;
}

interface AccountProps extends AccountPartProps {
  readonly user: UserInfo;
  /** Signs out, and redirects to a page outside the account area. */
  readonly leave: typeof signOut;
  /** Deletes the account, and redirects to a page outside the account area. */
  readonly remove: typeof deleteAccount;
}

/** The visitor's profile and balance, with links to the account pages. */
export function Account({ island, user, leave, remove }: AccountProps) {
  const { t, tag } = island;
  const name = user.name || user.email;
  const [initial] = name;
  const since = formatTime(user.created_at, tag, { year: 'numeric', month: 'long' });
  return (
    <section className="account">
      <header className="profile">
        <span className="avatar" aria-hidden="true">
          {initial?.toUpperCase()}
        </span>
        <div className="profile-lines">
          <h2>{name}</h2>
          <p>{user.email}</p>
          <p>{t('member-since', { date: since })}</p>
        </div>
        <p className="profile-coins">
          <Icon name="coins" />
          {t('coins', { count: user.coins })}
        </p>
      </header>
      <SyncLine island={island} />
      <AccountLinks island={island} />
      <Settings island={island} user={user} leave={leave} remove={remove} />
      <button type="button" className="button button-quiet" onClick={() => void leave()}>
        {t('sign-out')}
      </button>
    </section>
  );
}

function AccountLinks({ island: { t, paths } }: AccountPartProps) {
  const links = [
    { href: paths.myinfo('myLocked'), icon: 'unlock', text: t('my-locked') },
    { href: paths.myinfo('rechargeList'), icon: 'wallet', text: t('recharge-list') },
    { href: paths.myinfo('voucherHistory'), icon: 'gift', text: t('voucher-history') },
    { href: paths.myinfo('teams_of_services'), icon: 'list', text: t('terms') },
    { href: paths.myinfo('privacyPolicy'), icon: 'lock', text: t('privacy') },
  ] as const;
  return (
    <nav className="account-ways" aria-label={t('account-title')}>
      {links.map(({ href, icon, text }) => (
        <a key={href} href={href}>
          <Icon name={icon} />
          <span>{text}</span>
          <Icon name="next" />
        </a>
      ))}
    </nav>
  );
}

/** Placeholder with the layout of the loaded account. */
export function ProfileSkeleton({ island: { t } }: AccountPartProps) {
  return (
    <section className="account" aria-busy="true">
      <p className="said">{t('loading')}</p>
      <div className="profile profile-waiting" />
      <div className="account-ways account-ways-waiting" />
    </section>
  );
}

/** The content shown while the profile is loading, or after it failed to load. */
export function NoProfile({ island }: AccountPartProps) {
  const { t } = island;
  const state = useStored($profileState, 'idle');
  if (state !== 'failed') return <ProfileSkeleton island={island} />;
  return (
    <div className="account-error" role="alert">
      <p>{t('error-unknown')}</p>
      <button type="button" className="button button-quiet" onClick={() => void loadProfile()}>
        <Icon name="retry" />
        {t('again')}
      </button>
    </div>
  );
}
