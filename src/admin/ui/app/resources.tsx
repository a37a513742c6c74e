import AdminPanelSettingsIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import BlockIcon from '@mui/icons-material/Block';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import ConfirmationNumberIcon from '@mui/icons-material/ConfirmationNumberOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import FlagIcon from '@mui/icons-material/FlagOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import LeaderboardIcon from '@mui/icons-material/LeaderboardOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import MenuBookIcon from '@mui/icons-material/MenuBookOutlined';
import PaletteIcon from '@mui/icons-material/PaletteOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import SellIcon from '@mui/icons-material/SellOutlined';
import TranslateIcon from '@mui/icons-material/TranslateOutlined';
import ViewCarouselIcon from '@mui/icons-material/ViewCarouselOutlined';
import VolunteerActivismIcon from '@mui/icons-material/VolunteerActivismOutlined';
import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router';
import { AuditList } from '../audit/AuditList.tsx';
import { AuditShow } from '../audit/AuditShow.tsx';
import { BinList } from '../bin/BinList.tsx';
import { BookCreate, BookEdit } from '../books/BookEdit.tsx';
import { BookList } from '../books/BookList.tsx';
import { ChapterCreate, ChapterEdit } from '../chapters/ChapterForm.tsx';
import { ChapterList } from '../chapters/ChapterList.tsx';
import { HistoryPage } from '../history/HistoryPage.tsx';
import { BannerCreate, BannerEdit, BannerList } from '../lists/banners.tsx';
import { RankingCreate, RankingEdit, RankingList } from '../lists/rankings.tsx';
import { ShelfCreate, ShelfEdit, ShelfList } from '../lists/shelves.tsx';
import { GenreList } from '../names/GenreList.tsx';
import { AuthorEdit, GenreCreate, GenreEdit, KeywordCreate, NameEdit } from '../names/NameEdit.tsx';
import { NameList } from '../names/NameList.tsx';
import { ApplicationList, ApplicationShow } from '../readers/applications.tsx';
import { HelpEventCreate, HelpEventEdit, HelpEventList } from '../readers/help-events.tsx';
import { ReportEdit } from '../readers/ReportEdit.tsx';
import { ReportList } from '../readers/ReportList.tsx';
import { VisitorList, VisitorShow } from '../readers/visitors.tsx';
import { VoucherCreate, VoucherList } from '../readers/vouchers.tsx';
import { BrandSettingsEdit } from '../settings/BrandSettingsEdit.tsx';
import { BrandSettingsList } from '../settings/BrandSettingsList.tsx';
import { InvitationCreate, InvitationList } from '../staff/invitations.tsx';
import { StaffEdit, StaffList } from '../staff/staff.tsx';
import { TakedownList } from '../takedowns/TakedownList.tsx';

interface Group {
  readonly label: string;
  readonly resources: readonly ResourceProps[];
}

const resource = (
  name: string,
  label: string,
  icon: NonNullable<ResourceProps['icon']>,
  screens: Omit<ResourceProps, 'name'>,
) => ({
  name,
  options: { label },
  icon,
  ...screens,
});

/** All resources and their screens, in the groups of the menu. */
export const GROUPS: readonly Group[] = [
  {
    label: 'Content',
    resources: [
      resource('books', 'Books', MenuBookIcon, {
        list: BookList,
        edit: BookEdit,
        create: BookCreate,
        recordRepresentation: 'title',
        children: <Route path=":id/history" element={<HistoryPage />} />,
      }),
      resource('chapters', 'Chapters', ArticleIcon, {
        list: ChapterList,
        edit: ChapterEdit,
        create: ChapterCreate,
        recordRepresentation: 'title',
        children: <Route path=":id/history" element={<HistoryPage />} />,
      }),
      resource('authors', 'Authors', PersonIcon, {
        list: <NameList what="authors" />,
        edit: AuthorEdit,
        recordRepresentation: 'name',
      }),
      resource('genres', 'Genres', CategoryIcon, {
        list: GenreList,
        edit: GenreEdit,
        create: GenreCreate,
        recordRepresentation: 'name',
      }),
      resource('tags', 'Tags', SellIcon, {
        list: <NameList what="tags" />,
        edit: NameEdit,
        recordRepresentation: 'name',
      }),
      resource('keywords', 'Keywords', KeyIcon, {
        list: <NameList what="keywords" />,
        edit: NameEdit,
        create: KeywordCreate,
        recordRepresentation: 'name',
      }),
    ],
  },
  {
    label: 'Front pages',
    resources: [
      resource('brand-settings', 'Brand settings', PaletteIcon, {
        list: BrandSettingsList,
        edit: BrandSettingsEdit,
        recordRepresentation: 'name',
        children: <Route path=":id/history" element={<HistoryPage />} />,
      }),
      resource('shelves', 'Shelves', ViewCarouselIcon, {
        list: ShelfList,
        edit: ShelfEdit,
        create: ShelfCreate,
        recordRepresentation: 'name',
      }),
      resource('rankings', 'Rankings', LeaderboardIcon, {
        list: RankingList,
        edit: RankingEdit,
        create: RankingCreate,
        recordRepresentation: 'name',
      }),
      resource('banners', 'Banners', ImageIcon, {
        list: BannerList,
        edit: BannerEdit,
        create: BannerCreate,
        recordRepresentation: 'title',
      }),
    ],
  },
  {
    label: 'Readers',
    resources: [
      resource('reports', 'Reports', FlagIcon, { list: ReportList, edit: ReportEdit }),
      resource('help-events', 'Help events', VolunteerActivismIcon, {
        list: HelpEventList,
        edit: HelpEventEdit,
        create: HelpEventCreate,
        recordRepresentation: 'inviter',
      }),
      resource('translator-applications', 'Translators', TranslateIcon, {
        list: ApplicationList,
        show: ApplicationShow,
        recordRepresentation: 'name',
      }),
      resource('vouchers', 'Vouchers', ConfirmationNumberIcon, {
        list: VoucherList,
        create: VoucherCreate,
        recordRepresentation: 'name',
      }),
      resource('visitors', 'Visitors', PeopleIcon, {
        list: VisitorList,
        show: VisitorShow,
        recordRepresentation: 'email',
      }),
    ],
  },
  {
    label: 'Administration',
    resources: [
      resource('bin', 'Deleted', DeleteIcon, { list: BinList, recordRepresentation: 'name' }),
      resource('takedowns', 'Takedowns', BlockIcon, { list: TakedownList, recordRepresentation: 'title' }),
      resource('audit-log', 'Audit log', HistoryIcon, {
        list: AuditList,
        show: AuditShow,
        recordRepresentation: 'name',
      }),
      resource('staff', 'Staff', AdminPanelSettingsIcon, {
        list: StaffList,
        edit: StaffEdit,
        recordRepresentation: 'email',
      }),
      resource('staff-invitations', 'Invitations', MailIcon, {
        list: InvitationList,
        create: InvitationCreate,
        recordRepresentation: 'email',
      }),
    ],
  },
];
