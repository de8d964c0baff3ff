import { throughText } from './src/benches/stubbed-calls.ts';
const call = await throughText();
for (let i=0;i<3000;i++) call();
const c=process.cpuUsage();
for (let i=0;i<20000;i++) call();
const d=process.cpuUsage(c);console.log((d.user+d.system)/20000,'us');
