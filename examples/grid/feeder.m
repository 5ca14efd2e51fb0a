function mpc = feeder
% A feeder of six buses, made up, in the format of MATPOWER cases (version 2).
mpc.version = '2';
mpc.baseMVA = 10;

% bus_i type Pd Qd Gs Bs area Vm Va baseKV zone Vmax Vmin
mpc.bus = [
  1  3  0    0    0 0 1 1 0 20 1 1.05 0.95;
  2  1  0.4  0.1  0 0 1 1 0 20 1 1.05 0.95;
  3  1  0.3  0.1  0 0 1 1 0 20 1 1.05 0.95;
  5  1  0.5  0.2  0 0 1 1 0 20 1 1.05 0.95;
  6  1  0.2  0.05 0 0 1 1 0 20 1 1.05 0.95;
  7  1  0.6  0.2  0 0 1 1 0 20 1 1.05 0.95;
];

% bus Pg Qg Qmax Qmin Vg mBase status Pmax Pmin
mpc.gen = [
  1  2  0  5 -5  1  10  1  5  0;
];

% fbus tbus r x b rateA rateB rateC ratio angle status angmin angmax
mpc.branch = [
  1  2  0.01 0.02  0 0 0 0 0 0 1 -360 360;
  1  2  0.01 0.02  0 0 0 0 0 0 1 -360 360; % a second circuit
  2  3  0.02 0.05  0 0 0 0 0 0 1 -360 360;
  2  5  0.02 0.04  0 0 0 0 0 0 1 -360 360;
  5  6  0.03 0.05  0 0 0 0 0 0 1 -360 360;
  6  7  0.03 0.05  0 0 0 0 0 0 1 -360 360;
  3  7  0.05 0.10  0 0 0 0 0 0 0 -360 360; % open
];

mpc.bus_name = {
  'substation'; 'mill'; 'school';
  'harbour'; 'farm'; 'quarry';
};
