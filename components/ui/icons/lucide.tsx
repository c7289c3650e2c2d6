/**
 * The icons of Lucide 1.75.0 that pages use, by the license beside this file. To have another one, import it from here by the name
 * it has at lucide.dev, and have this file written: npx vitest run -u --project unit components/ui/icons
 */
import { IconFrame, type LucideIcon } from './icon-frame'

export const Activity: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M22 12h-2.48a2 2 0 0 0-1.93 1.46l-2.35 8.36a.25.25 0 0 1-.48 0L9.24 2.18a.25.25 0 0 0-.48 0l-2.35 8.36A2 2 0 0 1 4.49 12H2" />
  </IconFrame>
)

export const AppWindow: LucideIcon = (props) => (
  <IconFrame {...props}>
    <rect x="2" y="4" width="20" height="16" rx="2" />
    <path d="M10 4v4" />
    <path d="M2 8h20" />
    <path d="M6 4v4" />
  </IconFrame>
)

export const ArrowDown: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M12 5v14" />
    <path d="m19 12-7 7-7-7" />
  </IconFrame>
)

export const ArrowLeft: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m12 19-7-7 7-7" />
    <path d="M19 12H5" />
  </IconFrame>
)

export const AudioLines: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M2 10v3" />
    <path d="M6 6v11" />
    <path d="M10 3v18" />
    <path d="M14 8v7" />
    <path d="M18 5v13" />
    <path d="M22 10v3" />
  </IconFrame>
)

export const Ban: LucideIcon = (props) => (
  <IconFrame {...props}>
    <circle cx="12" cy="12" r="10" />
    <path d="M4.929 4.929 19.07 19.071" />
  </IconFrame>
)

export const Bell: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M10.268 21a2 2 0 0 0 3.464 0" />
    <path d="M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326" />
  </IconFrame>
)

export const BookOpen: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M12 5v16" />
    <path d="M20.001 19A2 2 0 0022 17V5a2 2 0 00-1.999-2L16 3.002A5 5 0 0012 5a5 5 0 00-4-2H4a2 2 0 00-2 2v12a2 2 0 001.999 2H8a5 5 0 014 2 5 5 0 014-2z" />
  </IconFrame>
)

export const Check: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M20 6 9 17l-5-5" />
  </IconFrame>
)

export const ChevronDown: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m6 9 6 6 6-6" />
  </IconFrame>
)

export const ChevronLeft: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m15 18-6-6 6-6" />
  </IconFrame>
)

export const ChevronRight: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m9 18 6-6-6-6" />
  </IconFrame>
)

export const ChevronUp: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m18 15-6-6-6 6" />
  </IconFrame>
)

export const Circle: LucideIcon = (props) => (
  <IconFrame {...props}>
    <circle cx="12" cy="12" r="10" />
  </IconFrame>
)

export const CircleAlert: LucideIcon = (props) => (
  <IconFrame {...props}>
    <circle cx="12" cy="12" r="10" />
    <line x1="12" x2="12" y1="8" y2="12" />
    <line x1="12" x2="12.01" y1="16" y2="16" />
  </IconFrame>
)

export const CircleCheck: LucideIcon = (props) => (
  <IconFrame {...props}>
    <circle cx="12" cy="12" r="10" />
    <path d="m16 9-5.5 5.5L8 12" />
  </IconFrame>
)

export const CircleDashed: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M10.1 2.182a10 10 0 0 1 3.8 0" />
    <path d="M13.9 21.818a10 10 0 0 1-3.8 0" />
    <path d="M17.609 3.721a10 10 0 0 1 2.69 2.7" />
    <path d="M2.182 13.9a10 10 0 0 1 0-3.8" />
    <path d="M20.279 17.609a10 10 0 0 1-2.7 2.69" />
    <path d="M21.818 10.1a10 10 0 0 1 0 3.8" />
    <path d="M3.721 6.391a10 10 0 0 1 2.7-2.69" />
    <path d="M6.391 20.279a10 10 0 0 1-2.69-2.7" />
  </IconFrame>
)

export const CircleUserRound: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M17.925 20.056a6 6 0 0 0-11.851.001" />
    <circle cx="12" cy="11" r="4" />
    <circle cx="12" cy="12" r="10" />
  </IconFrame>
)

export const Clock: LucideIcon = (props) => (
  <IconFrame {...props}>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 6v6l4 2" />
  </IconFrame>
)

export const Copy: LucideIcon = (props) => (
  <IconFrame {...props}>
    <rect width="14" height="14" x="8" y="8" rx="2" ry="2" />
    <path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2" />
  </IconFrame>
)

export const Download: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M12 15V3" />
    <path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4" />
    <path d="m7 10 5 5 5-5" />
  </IconFrame>
)

export const Ellipsis: LucideIcon = (props) => (
  <IconFrame {...props}>
    <circle cx="12" cy="12" r="1" />
    <circle cx="19" cy="12" r="1" />
    <circle cx="5" cy="12" r="1" />
  </IconFrame>
)

export const ExternalLink: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M15 3h6v6" />
    <path d="M10 14 21 3" />
    <path d="M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6" />
  </IconFrame>
)

export const FileAudio: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M4 6.835V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.706.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2h-.343" />
    <path d="M14 2v5a1 1 0 0 0 1 1h5" />
    <path d="M2 19a2 2 0 0 1 4 0v1a2 2 0 0 1-4 0v-4a6 6 0 0 1 12 0v4a2 2 0 0 1-4 0v-1a2 2 0 0 1 4 0" />
  </IconFrame>
)

export const FileUp: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z" />
    <path d="M14 2v5a1 1 0 0 0 1 1h5" />
    <path d="M12 12v6" />
    <path d="m15 15-3-3-3 3" />
  </IconFrame>
)

export const FlaskConical: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M14 2v6a2 2 0 0 0 .245.96l5.51 10.08A2 2 0 0 1 18 22H6a2 2 0 0 1-1.755-2.96l5.51-10.08A2 2 0 0 0 10 8V2" />
    <path d="M6.453 15h11.094" />
    <path d="M8.5 2h7" />
  </IconFrame>
)

export const Gauge: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m12 14 4-4" />
    <path d="M3.34 19a10 10 0 1 1 17.32 0" />
  </IconFrame>
)

export const Globe: LucideIcon = (props) => (
  <IconFrame {...props}>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20" />
    <path d="M2 12h20" />
  </IconFrame>
)

export const GlobeLock: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M15.686 15A14.5 14.5 0 0 1 12 22a14.5 14.5 0 0 1 0-20 10 10 0 1 0 9.542 13" />
    <path d="M2 12h8.5" />
    <path d="M20 6V4a2 2 0 1 0-4 0v2" />
    <rect width="8" height="5" x="14" y="6" rx="1" />
  </IconFrame>
)

export const History: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8" />
    <path d="M3 3v5h5" />
    <path d="M12 7v5l4 2" />
  </IconFrame>
)

export const House: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8" />
    <path d="M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z" />
  </IconFrame>
)

export const Info: LucideIcon = (props) => (
  <IconFrame {...props}>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 16v-4" />
    <path d="M12 8h.01" />
  </IconFrame>
)

export const KeyRound: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z" />
    <circle cx="16.5" cy="7.5" r=".5" fill="currentColor" />
  </IconFrame>
)

export const Keyboard: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M10 8h.01" />
    <path d="M12 12h.01" />
    <path d="M14 8h.01" />
    <path d="M16 12h.01" />
    <path d="M18 8h.01" />
    <path d="M6 8h.01" />
    <path d="M7 16h10" />
    <path d="M8 12h.01" />
    <rect width="20" height="16" x="2" y="4" rx="2" />
  </IconFrame>
)

export const Languages: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m5 8 6 6" />
    <path d="m4 14 6-6 2-3" />
    <path d="M2 5h12" />
    <path d="M7 2h1" />
    <path d="m22 22-5-10-5 10" />
    <path d="M14 18h6" />
  </IconFrame>
)

export const Link2: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M9 17H7A5 5 0 0 1 7 7h2" />
    <path d="M15 7h2a5 5 0 1 1 0 10h-2" />
    <line x1="8" x2="16" y1="12" y2="12" />
  </IconFrame>
)

export const ListVideo: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M21 5H3" />
    <path d="M10 12H3" />
    <path d="M10 19H3" />
    <path d="M15 12.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997a1 1 0 0 1-1.517-.86z" />
  </IconFrame>
)

export const LoaderCircle: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M21 12a9 9 0 1 1-6.219-8.56" />
  </IconFrame>
)

export const LocateFixed: LucideIcon = (props) => (
  <IconFrame {...props}>
    <line x1="2" x2="5" y1="12" y2="12" />
    <line x1="19" x2="22" y1="12" y2="12" />
    <line x1="12" x2="12" y1="2" y2="5" />
    <line x1="12" x2="12" y1="19" y2="22" />
    <circle cx="12" cy="12" r="7" />
    <circle cx="12" cy="12" r="3" />
  </IconFrame>
)

export const LogIn: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m10 17 5-5-5-5" />
    <path d="M15 12H3" />
    <path d="M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4" />
  </IconFrame>
)

export const LogOut: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m16 17 5-5-5-5" />
    <path d="M21 12H9" />
    <path d="M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4" />
  </IconFrame>
)

export const MailCheck: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M22 13V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12c0 1.1.9 2 2 2h8" />
    <path d="m22 7-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7" />
    <path d="m16 19 2 2 4-4" />
  </IconFrame>
)

export const Menu: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M4 5h16" />
    <path d="M4 12h16" />
    <path d="M4 19h16" />
  </IconFrame>
)

export const Mic: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M12 19v3" />
    <path d="M19 10v2a7 7 0 0 1-14 0v-2" />
    <rect x="9" y="2" width="6" height="13" rx="3" />
  </IconFrame>
)

export const Monitor: LucideIcon = (props) => (
  <IconFrame {...props}>
    <rect width="20" height="14" x="2" y="3" rx="2" />
    <line x1="8" x2="16" y1="21" y2="21" />
    <line x1="12" x2="12" y1="17" y2="21" />
  </IconFrame>
)

export const Moon: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401" />
  </IconFrame>
)

export const Pause: LucideIcon = (props) => (
  <IconFrame {...props}>
    <rect x="14" y="3" width="5" height="18" rx="1" />
    <rect x="5" y="3" width="5" height="18" rx="1" />
  </IconFrame>
)

export const Pencil: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z" />
    <path d="m15 5 4 4" />
  </IconFrame>
)

export const Play: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z" />
  </IconFrame>
)

export const Plug: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M12 22v-5" />
    <path d="M15 8V2" />
    <path d="M17 8a1 1 0 0 1 1 1v4a4 4 0 0 1-4 4h-4a4 4 0 0 1-4-4V9a1 1 0 0 1 1-1z" />
    <path d="M9 8V2" />
  </IconFrame>
)

export const Plus: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M5 12h14" />
    <path d="M12 5v14" />
  </IconFrame>
)

export const Podcast: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M12 17v4" />
    <path d="M18 11a6 6 0 00-3-5.197" />
    <path d="M2 11a10 10 0 015-8.662" />
    <path d="M22 11a10 10 0 00-5-8.662" />
    <path d="M6 11a6 6 0 013-5.197" />
    <path d="M9 21h6" />
    <rect x="10" y="9" width="4" height="8" rx="2" />
  </IconFrame>
)

export const Radar: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M19.07 4.93A10 10 0 0 0 6.99 3.34" />
    <path d="M4 6h.01" />
    <path d="M2.29 9.62A10 10 0 1 0 21.31 8.35" />
    <path d="M16.24 7.76A6 6 0 1 0 8.23 16.67" />
    <path d="M12 18h.01" />
    <path d="M17.99 11.66A6 6 0 0 1 15.77 16.67" />
    <circle cx="12" cy="12" r="2" />
    <path d="m13.41 10.59 5.66-5.66" />
  </IconFrame>
)

export const RotateCcw: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8" />
    <path d="M3 3v5h5" />
  </IconFrame>
)

export const RotateCw: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8" />
    <path d="M21 3v5h-5" />
  </IconFrame>
)

export const Rss: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M4 11a9 9 0 0 1 9 9" />
    <path d="M4 4a16 16 0 0 1 16 16" />
    <circle cx="5" cy="19" r="1" />
  </IconFrame>
)

export const Search: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m21 21-4.34-4.34" />
    <circle cx="11" cy="11" r="8" />
  </IconFrame>
)

export const SearchX: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m13.5 8.5-5 5" />
    <path d="m8.5 8.5 5 5" />
    <circle cx="11" cy="11" r="8" />
    <path d="m21 21-4.3-4.3" />
  </IconFrame>
)

export const Settings: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35 6.051a2.34 2.34 0 0 0 3.319-1.915" />
    <circle cx="12" cy="12" r="3" />
  </IconFrame>
)

export const Sparkles: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M11.017 2.814a1 1 0 0 1 1.966 0l1.051 5.558a2 2 0 0 0 1.594 1.594l5.558 1.051a1 1 0 0 1 0 1.966l-5.558 1.051a2 2 0 0 0-1.594 1.594l-1.051 5.558a1 1 0 0 1-1.966 0l-1.051-5.558a2 2 0 0 0-1.594-1.594l-5.558-1.051a1 1 0 0 1 0-1.966l5.558-1.051a2 2 0 0 0 1.594-1.594z" />
    <path d="M20 2v4" />
    <path d="M22 4h-4" />
    <circle cx="4" cy="20" r="2" />
  </IconFrame>
)

export const SquarePen: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M12 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-7" />
    <path d="M18.375 2.625a1 1 0 0 1 3 3l-9.013 9.014a2 2 0 0 1-.853.505l-2.873.84a.5.5 0 0 1-.62-.62l.84-2.873a2 2 0 0 1 .506-.852z" />
  </IconFrame>
)

export const SquarePlay: LucideIcon = (props) => (
  <IconFrame {...props}>
    <rect x="3" y="3" width="18" height="18" rx="2" />
    <path d="M9 9.003a1 1 0 0 1 1.517-.859l4.997 2.997a1 1 0 0 1 0 1.718l-4.997 2.997A1 1 0 0 1 9 14.996z" />
  </IconFrame>
)

export const Stethoscope: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M11 2v2" />
    <path d="M5 2v2" />
    <path d="M5 3H4a2 2 0 0 0-2 2v4a6 6 0 0 0 12 0V5a2 2 0 0 0-2-2h-1" />
    <path d="M8 15a6 6 0 0 0 12 0v-3" />
    <circle cx="20" cy="10" r="2" />
  </IconFrame>
)

export const Sun: LucideIcon = (props) => (
  <IconFrame {...props}>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v2" />
    <path d="M12 20v2" />
    <path d="m4.93 4.93 1.41 1.41" />
    <path d="m17.66 17.66 1.41 1.41" />
    <path d="M2 12h2" />
    <path d="M20 12h2" />
    <path d="m6.34 17.66-1.41 1.41" />
    <path d="m19.07 4.93-1.41 1.41" />
  </IconFrame>
)

export const Tag: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42z" />
    <circle cx="7.5" cy="7.5" r=".5" fill="currentColor" />
  </IconFrame>
)

export const Terminal: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M12 19h8" />
    <path d="m4 17 6-6-6-6" />
  </IconFrame>
)

export const Trash2: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M10 11v6" />
    <path d="M14 11v6" />
    <path d="M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6" />
    <path d="M3 6h18" />
    <path d="M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />
  </IconFrame>
)

export const TriangleAlert: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3" />
    <path d="M12 9v4" />
    <path d="M12 17h.01" />
  </IconFrame>
)

export const Volume1: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 19.298z" />
    <path d="M16 9a5 5 0 0 1 0 6" />
  </IconFrame>
)

export const Volume2: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 19.298z" />
    <path d="M16 9a5 5 0 0 1 0 6" />
    <path d="M19.364 18.364a9 9 0 0 0 0-12.728" />
  </IconFrame>
)

export const VolumeX: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M11 4.702a.7.7 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.7.7 0 0 0 11 19.298z" />
    <path d="m16.5 14.5 5-5" />
    <path d="m16.5 9.5 5 5" />
  </IconFrame>
)

export const Webhook: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M18 16.98h-5.99c-1.1 0-1.95.94-2.48 1.9A4 4 0 0 1 2 17c.01-.7.2-1.4.57-2" />
    <path d="m6 17 3.13-5.78c.53-.97.1-2.18-.5-3.1a4 4 0 1 1 6.89-4.06" />
    <path d="m12 6 3.13 5.73C15.66 12.7 16.9 13 18 13a4 4 0 0 1 0 8" />
  </IconFrame>
)

export const X: LucideIcon = (props) => (
  <IconFrame {...props}>
    <path d="M18 6 6 18" />
    <path d="m6 6 12 12" />
  </IconFrame>
)
