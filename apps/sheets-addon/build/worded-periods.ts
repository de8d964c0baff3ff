import type { PeriodExample } from './period-examples.ts';

/** Periods in the words of people, the locale if it decides, and their days or the note, on Saturday 2026-11-21. */
const rows = `
past 30 days | 2026-10-22 to 2026-11-20
prior week | 2026-11-09 to 2026-11-15
trailing 28 days | 2026-10-24 to 2026-11-20
Nov 2026 | 2026-11-01 to 2026-11-21
October 2026 | 2026-10-01 to 2026-10-31
October | 2026-10-01 to 2026-10-31
2026-W47 | 2026-11-16 to 2026-11-21
week 47 | 2026-11-16 to 2026-11-21
KW 47 | 2026-11-16 to 2026-11-21
W47 | 2026-11-16 to 2026-11-21
30daysAgo..yesterday | 2026-10-22 to 2026-11-20
30daysAgo..today | 2026-10-22 to 2026-11-21
7 days ago | "7 days ago" can mean 2026-11-14..2026-11-14 or 2026-11-14..today. Write one of these.
since 2026-11-01 | 2026-11-01 to 2026-11-21
from 2026-11-01 to 2026-11-07 | 2026-11-01 to 2026-11-07
between 2026-11-01 and 2026-11-07 | 2026-11-01 to 2026-11-07
Nov 1 - Nov 7 | 2026-11-01 to 2026-11-07
Nov 1-7, 2026 | 2026-11-01 to 2026-11-07
1 Nov 2026 - 7 Nov 2026 | 2026-11-01 to 2026-11-07
11/1 - 11/7 | en_US | 2026-11-01 to 2026-11-07
11/1 - 11/7 | de_DE | 2026-01-11 to 2026-07-11
11/1/26-11/7/26 | en_US | 2026-11-01 to 2026-11-07
1.11. - 7.11. | de_DE | 2026-11-01 to 2026-11-07
2026-11-01/2026-11-07 | 2026-11-01 to 2026-11-07
2026-11-01/P7D | 2026-11-01 to 2026-11-07
P7D/2026-11-07 | 2026-11-01 to 2026-11-07
20261101-20261107 | 2026-11-01 to 2026-11-07
20261101 | 2026-11-01 to 2026-11-01
P30D | 2026-10-23 to 2026-11-21
P1M | 2026-10-22 to 2026-11-21
L7D | 2026-11-14 to 2026-11-20
last7days | 2026-11-14 to 2026-11-20
last30days | 2026-10-22 to 2026-11-20
MoM | "mom" compares two periods. Write one, such as last month, and the option "compare=previous".
YoY | "yoy" compares two periods. Write one, such as last month, and the option "compare=year".
ALL_TIME | "all time" has no first day. Write one, such as 2026-08-24..yesterday.
letzter Monat | 2026-10-01 to 2026-10-31
letzte 7 Tage | 2026-11-14 to 2026-11-20
Letzte Woche | 2026-11-09 to 2026-11-15
últimos 30 días | 2026-10-22 to 2026-11-20
le mois dernier | 2026-10-01 to 2026-10-31
les 30 derniers jours | 2026-10-22 to 2026-11-20
30 derniers jours | 2026-10-22 to 2026-11-20
先月 | 2026-10-01 to 2026-10-31
今月 | 2026-11-01 to 2026-11-21
先週 | 2026-11-09 to 2026-11-15
昨日 | 2026-11-20 to 2026-11-20
過去30日間 | 2026-10-22 to 2026-11-20
直近7日間 | 2026-11-14 to 2026-11-20
2026年10月 | 2026-10-01 to 2026-10-31
2026年11月1日〜2026年11月7日 | 2026-11-01 to 2026-11-07
11月1日から11月7日まで | 2026-11-01 to 2026-11-07
10月 | 2026-10-01 to 2026-10-31
2026年 | 2026-01-01 to 2026-12-31
第3四半期 | 2026-07-01 to 2026-09-30
2026年第3四半期 | 2026-07-01 to 2026-09-30
第47週 | 2026-11-16 to 2026-11-21
昨年 | 2025-01-01 to 2025-12-31
past week | "past week" can mean last week or last 7 days. Write one of these.
past month | "past month" can mean last month or last 30 days. Write one of these.
past year | "past year" can mean last year or last 365 days. Write one of these.
TODAY()-30 | "today()-30" can mean 2026-10-22..2026-10-22 or 2026-10-22..today. Write one of these.
46327..46333 | 46327..46333 is 2026-11-01 to 2026-11-07 as a number, as a date becomes in joined text. Give two cells as two arguments, a cell a date format, or write 2026-11-01..2026-11-07.
46327 | 46327 is 2026-11-01 as a number, as a date becomes in joined text. Give two cells as two arguments, a cell a date format, or write 2026-11-01.
Nov 26 | "nov 26" can mean 2026-11 or 2025-11-26. Write one of these.
Oct '26 | 2026-10-01 to 2026-10-31
Oct-26 | "oct-26" can mean 2026-10 or 2026-10-26. Write one of these.
Oct 2025 | 2025-10-01 to 2025-10-31
December | 2025-12-01 to 2025-12-31
Dec 20, 2025 - Jan 5, 2026 | 2025-12-20 to 2026-01-05
Dec 20 - Jan 5, 2026 | 2025-12-20 to 2026-01-05
20. Dez - 5. Jan 2026 | 2025-12-20 to 2026-01-05
1. November 2026 | 2026-11-01 to 2026-11-01
1. bis 7. November 2026 | 2026-11-01 to 2026-11-07
vom 1. bis 7. November 2026 | 2026-11-01 to 2026-11-07
vom 1.11. bis 7.11. | de_DE | 2026-11-01 to 2026-11-07
zwischen 1. und 7. November 2026 | 2026-11-01 to 2026-11-07
du 1 au 7 novembre 2026 | 2026-11-01 to 2026-11-07
du 1er au 7 novembre 2026 | 2026-11-01 to 2026-11-07
entre le 1er et le 7 novembre 2026 | 2026-11-01 to 2026-11-07
1 de noviembre de 2026 | 2026-11-01 to 2026-11-01
del 1 al 7 de noviembre de 2026 | 2026-11-01 to 2026-11-07
de 1 a 7 de novembro de 2026 | 2026-11-01 to 2026-11-07
outubro de 2026 | 2026-10-01 to 2026-10-31
octubre 2026 | 2026-10-01 to 2026-10-31
août 2026 | 2026-08-01 to 2026-08-31
März 2026 | 2026-03-01 to 2026-03-31
Jänner 2026 | 2026-01-01 to 2026-01-31
seit 1. November | 2026-11-01 to 2026-11-21
depuis le 1er novembre 2026 | 2026-11-01 to 2026-11-21
desde 1 de novembro | 2026-11-01 to 2026-11-21
desde el 1 de noviembre de 2026 | 2026-11-01 to 2026-11-21
bis 7. November 2026 | 2026-08-24 to 2026-11-07
seit letztem Monat | 2026-10-01 to 2026-11-21
since last month | 2026-10-01 to 2026-11-21
since yesterday | 2026-11-20 to 2026-11-21
dieser Monat | 2026-11-01 to 2026-11-21
laufender Monat | 2026-11-01 to 2026-11-21
este mes | 2026-11-01 to 2026-11-21
ce mois-ci | 2026-11-01 to 2026-11-21
este mês | 2026-11-01 to 2026-11-21
mês passado | 2026-10-01 to 2026-10-31
semana passada | 2026-11-09 to 2026-11-15
la semana pasada | 2026-11-09 to 2026-11-15
mes anterior | 2026-10-01 to 2026-10-31
trimestre dernier | 2026-07-01 to 2026-09-30
le trimestre dernier | 2026-07-01 to 2026-09-30
letztes Quartal | 2026-07-01 to 2026-09-30
Q3 | 2026-07-01 to 2026-09-30
3rd quarter 2026 | 2026-07-01 to 2026-09-30
3. Quartal 2026 | 2026-07-01 to 2026-09-30
3º trimestre de 2026 | 2026-07-01 to 2026-09-30
T3 2026 | 2026-07-01 to 2026-09-30
Last calendar month | 2026-10-01 to 2026-10-31
Last week (Sun - Sat) | 2026-11-08 to 2026-11-14
This week (Sun - Today) | 2026-11-15 to 2026-11-21
last_30_days_inc | 2026-10-23 to 2026-11-21
this_month_to_yesterday | 2026-11-01 to 2026-11-20
this_year_to_yesterday | 2026-01-01 to 2026-11-20
7 Tage | 2026-11-15 to 2026-11-21
7 jours | 2026-11-15 to 2026-11-21
30 dias | 2026-10-23 to 2026-11-21
2 Wochen | 2026-11-08 to 2026-11-21
3 Monate | 2026-08-22 to 2026-11-21
vor 7 Tagen | "vor 7 tagen" can mean 2026-11-14..2026-11-14 or 2026-11-14..today. Write one of these.
hace 7 días | "hace 7 días" can mean 2026-11-14..2026-11-14 or 2026-11-14..today. Write one of these.
gestern | 2026-11-20 to 2026-11-20
hier | 2026-11-20 to 2026-11-20
ayer | 2026-11-20 to 2026-11-20
ontem | 2026-11-20 to 2026-11-20
heute | 2026-11-21 to 2026-11-21
aujourd'hui | 2026-11-21 to 2026-11-21
hoy | 2026-11-21 to 2026-11-21
hoje | 2026-11-21 to 2026-11-21
Jan - Mar 2026 | 2026-01-01 to 2026-03-31
January to March 2026 | 2026-01-01 to 2026-03-31
Januar bis März 2026 | 2026-01-01 to 2026-03-31
Oct 2025 - Mar 2026 | 2025-10-01 to 2026-03-31
year 2026 | 2026-01-01 to 2026-12-31
Jahr 2025 | 2025-01-01 to 2025-12-31
31 Nov 2026 | "2026-11-31" is in no calendar. Write dates such as 2026-11-01..2026-11-07.
Nov 31, 2026 | "2026-11-31" is in no calendar. Write dates such as 2026-11-01..2026-11-07.
January 2027 | "2027-01" starts on 2027-01-01, after today (2026-11-21). Write a period that has begun, such as 7d or last month.
soon | "soon" is not a period. Write 7d, last month, 2026-10 or 2026-11-01..2026-11-07.
2026-W60 | "2026-W60" is not a period. Write 7d, last month, 2026-10 or 2026-11-01..2026-11-07.
W53 2025 | "W53 2025" is not a period. Write 7d, last month, 2026-10 or 2026-11-01..2026-11-07.
rolling 12 months | 2025-11-01 to 2026-10-31
last twelve months | "last twelve months" is not a period. Write 7d, last month, 2026-10 or 2026-11-01..2026-11-07.
next month | "next month" is not a period. Write 7d, last month, 2026-10 or 2026-11-01..2026-11-07.
Nov | 2026-11-01 to 2026-11-21
1-7 Nov | 2026-11-01 to 2026-11-07
week 47 2026 | 2026-11-16 to 2026-11-21
KW 47/2026 | 2026-11-16 to 2026-11-21
semaine 47 | 2026-11-16 to 2026-11-21
1st November 2026 | 2026-11-01 to 2026-11-01
November 1st, 2026 | 2026-11-01 to 2026-11-01
Nov. 2026 | 2026-11-01 to 2026-11-21
Sept 2026 | 2026-09-01 to 2026-09-30
1-Nov-2026 | 2026-11-01 to 2026-11-01
Q3'26 | 2026-07-01 to 2026-09-30
Q3/2026 | 2026-07-01 to 2026-09-30
vergangene 30 Tage | 2026-10-22 to 2026-11-20
in den letzten 30 Tagen | 2026-10-22 to 2026-11-20
au cours des 30 derniers jours | 2026-10-22 to 2026-11-20
il y a 7 jours | "il y a 7 jours" can mean 2026-11-14..2026-11-14 or 2026-11-14..today. Write one of these.
Nov 1st to Nov 7th | 2026-11-01 to 2026-11-07
7 de noviembre | 2026-11-07 to 2026-11-07
今年 | 2026-01-01 to 2026-11-21
先月から | 2026-10-01 to 2026-11-21
2026/10 | 2026-10-01 to 2026-10-31
10/2026 | 2026-10-01 to 2026-10-31
2026.10 | 2026-10-01 to 2026-10-31
2026-11-01T00:00:00Z/2026-11-07T00:00:00Z | 2026-11-01 to 2026-11-07
Q1 - Q2 2026 | 2026-01-01 to 2026-06-30
week | "week" is not a period. Write 7d, last month, 2026-10 or 2026-11-01..2026-11-07.
month | "month" is not a period. Write 7d, last month, 2026-10 or 2026-11-01..2026-11-07.
W40 - W44 2026 | 2026-09-28 to 2026-11-01
semana 47 | 2026-11-16 to 2026-11-21
letztes Jahr | 2025-01-01 to 2025-12-31
vorige Woche | 2026-11-09 to 2026-11-15
diese Woche | 2026-11-16 to 2026-11-21
cette semaine | 2026-11-16 to 2026-11-21
esta semana | 2026-11-16 to 2026-11-21
ce trimestre | 2026-10-01 to 2026-11-21
este trimestre | 2026-10-01 to 2026-11-21
este ano | 2026-01-01 to 2026-11-21
el año pasado | 2025-01-01 to 2025-12-31
année 2025 | 2025-01-01 to 2025-12-31
Jahr bis heute | 2026-01-01 to 2026-11-21
last_7_days_inc | 2026-11-15 to 2026-11-21
this_week_to_yesterday | 2026-11-16 to 2026-11-20
QoQ | "qoq" compares two periods. Write one, such as last month, and the option "compare=previous".
WoW | "wow" compares two periods. Write one, such as last month, and the option "compare=previous".
lifetime | "lifetime" has no first day. Write one, such as 2026-08-24..yesterday.
tout | "tout" has no first day. Write one, such as 2026-08-24..yesterday.
1 nov. - 7 nov. 2026 | 2026-11-01 to 2026-11-07
1er nov 2026 | 2026-11-01 to 2026-11-01
1 oct 2026 - 1 nov 2026 | 2026-10-01 to 2026-11-01
30daysAgo..7daysAgo | 2026-10-22 to 2026-11-14
28daysAgo..yesterday | 2026-10-24 to 2026-11-20
P1Y | 2025-11-22 to 2026-11-21
P2W | 2026-11-08 to 2026-11-21
P3M | 2026-08-22 to 2026-11-21
2026-10/2026-11 | 2026-10-01 to 2026-11-21
Nov 1 2026 | 2026-11-01 to 2026-11-01
1 November | 2026-11-01 to 2026-11-01
October 2026 to November 2026 | 2026-10-01 to 2026-11-21
juin 2026 | 2026-06-01 to 2026-06-30
fevereiro de 2026 | 2026-02-01 to 2026-02-28
enero 2026 | 2026-01-01 to 2026-01-31
3か月 | 2026-08-22 to 2026-11-21
過去3か月 | 2026-08-01 to 2026-10-31
今週 | 2026-11-16 to 2026-11-21
前四半期 | 2026-07-01 to 2026-09-30
2026年11月 | 2026-11-01 to 2026-11-21
10/2025 | 2025-10-01 to 2025-10-31
Nov. | 2026-11-01 to 2026-11-21
vor 2 Wochen..heute | 2026-11-07 to 2026-11-21
from Oct 1 through Oct 31 | 2026-10-01 to 2026-10-31
Sep 15, 2026..Oct 15, 2026 | 2026-09-15 to 2026-10-15
bis gestern | 2026-08-24 to 2026-11-20
desde ayer | 2026-11-20 to 2026-11-21
seit gestern | 2026-11-20 to 2026-11-21
W47 2026 | 2026-11-16 to 2026-11-21
2026W47 | 2026-11-16 to 2026-11-21
`;

export const wordedPeriods: readonly PeriodExample[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const parts = row.split(' | ');
    const shown = parts.at(-1) ?? '';
    return {
      written: parts[0] ?? '',
      meaning: 'in words',
      shows: /^[\d-]{10} to [\d-]{10}$/.test(shown) ? (shown as `${string} to ${string}`) : { note: shown },
      ...(parts.length === 3 ? { locale: parts[1] ?? '' } : {}),
    };
  });
