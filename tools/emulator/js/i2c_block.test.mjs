// The I2C block against the RP2040 datasheet, chapter 4.3: what its target side does in registers and interrupts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RP2040 } from 'rp2040js';
import { SharedClock } from './clock.mjs';
import { CON, ENABLE, I2CBlock, IC, INTR, STATUS } from './i2c_block.mjs';
import { I2CBus } from './i2c_bus.mjs';

const ADDRESS = 0x17;
const FIRST_DATA_BYTE = 1 << 11;

function target(con = 0) {
  const block = new I2CBlock(new RP2040(new SharedClock()), 'I2C0', 23);
  block.writeUint32(IC.CON, con);
  block.writeUint32(IC.SAR, ADDRESS);
  block.writeUint32(IC.INTR_MASK, 0x1fff);
  block.writeUint32(IC.ENABLE, ENABLE.ENABLE);
  return block;
}

const raised = (block, bits) => Boolean(block.intRaw & bits);

test('4.3.7: a target answers to its own address only, and not while it is disabled', () => {
  const block = target();
  assert.ok(block.match(ADDRESS));
  assert.ok(!block.match(ADDRESS + 1));
  block.writeUint32(IC.ENABLE, 0);
  assert.ok(!block.match(ADDRESS));
});

test('IC_CON.IC_SLAVE_DISABLE: a controller is no target', () => {
  assert.ok(!target(CON.MASTER_MODE | CON.SLAVE_DISABLE).match(ADDRESS));
});

test('IC_DATA_CMD.FIRST_DATA_BYTE marks the first byte after the address, and no other', () => {
  const block = target();
  block.select(false);
  block.write(0x11, () => {});
  block.write(0x22, () => {});
  assert.equal(block.readUint32(IC.DATA_CMD), 0x11 | FIRST_DATA_BYTE);
  assert.equal(block.readUint32(IC.DATA_CMD), 0x22);
});

test('RX_FULL is a level: it falls when the FIFO is read empty', () => {
  const block = target();
  block.select(false);
  block.write(1, () => {});
  assert.ok(raised(block, INTR.RX_FULL));
  block.readUint32(IC.DATA_CMD);
  assert.ok(!raised(block, INTR.RX_FULL));
});

test('4.3.10.1.1: a read with nothing prepared raises RD_REQ and holds the clock until the program writes', () => {
  const block = target();
  let byte = null;
  block.select(true);
  block.read((value) => { byte = value; });
  assert.ok(raised(block, INTR.RD_REQ));
  assert.equal(byte, null, 'the clock is stretched');
  block.writeUint32(IC.DATA_CMD, 0x5a);
  assert.equal(byte, 0x5a);
});

test('4.3.10.1.2: bytes left in the transmit FIFO are flushed when a new read begins, with TX_ABRT', () => {
  const block = target();
  block.writeUint32(IC.DATA_CMD, 0x99);
  block.select(true);
  assert.ok(raised(block, INTR.TX_ABRT));
  assert.ok(block.readUint32(IC.TX_ABRT_SOURCE) & (1 << 13));
  let byte = null;
  block.read((value) => { byte = value; });
  block.writeUint32(IC.DATA_CMD, 0x01);
  assert.equal(byte, 0x01);
});

test('RX_DONE follows the controller that does not acknowledge the last byte', () => {
  const block = target();
  block.select(true);
  block.nack();
  assert.ok(raised(block, INTR.RX_DONE));
});

test('a full receive FIFO holds the clock (RX_FIFO_FULL_HLD_CTRL) until a byte is read', () => {
  const block = target();
  block.select(false);
  let taken = 0;
  for (let i = 0; i < 17; i++) block.write(i, () => taken++);
  assert.equal(taken, 16);
  block.readUint32(IC.DATA_CMD);
  assert.equal(taken, 17);
});

test('STOP_DET: of every transfer, or of its own only with STOP_DET_IFADDRESSED', () => {
  const every = target();
  every.busStop();
  assert.ok(raised(every, INTR.STOP_DET));
  const own = target(CON.STOP_DET_IFADDRESSED);
  own.busStop();
  assert.ok(!raised(own, INTR.STOP_DET));
  own.select(false);
  own.busStop();
  assert.ok(raised(own, INTR.STOP_DET));
});

test('IC_STATUS.SLV_ACTIVITY stands while the target is addressed', () => {
  const block = target();
  assert.equal(block.readUint32(IC.STATUS) & STATUS.SLV_ACTIVITY, 0);
  block.select(false);
  assert.notEqual(block.readUint32(IC.STATUS) & STATUS.SLV_ACTIVITY, 0);
  block.busStop();
  assert.equal(block.readUint32(IC.STATUS) & STATUS.SLV_ACTIVITY, 0);
});

test('4.3.10.3: disabling forgets the transfer and empties both FIFOs', () => {
  const block = target();
  block.select(false);
  block.write(1, () => {});
  block.writeUint32(IC.ENABLE, 0);
  assert.equal(block.addressed, null);
  assert.ok(block.rxFIFO.empty);
});

test('a bus asks only endpoints of that address, and an address of nobody is not acknowledged', () => {
  const bus = new I2CBus(new SharedClock());
  const block = bus.add(target());
  assert.ok(!bus.address(ADDRESS + 1, false));
  assert.equal(block.addressed, null);
  assert.ok(bus.address(ADDRESS, false));
  assert.equal(block.addressed, 'write');
});

test('alarms fire in order of time, those of equal time in order of setting, and never after cancelling', () => {
  const clock = new SharedClock();
  const seen = [];
  clock.after(20, () => seen.push('c'));
  clock.after(10, () => seen.push('a'));
  clock.after(10, () => seen.push('b'));
  clock.after(15, () => seen.push('x')).cancel();
  clock.fireUntil(30);
  assert.deepEqual(seen, ['a', 'b', 'c']);
  assert.equal(clock.nanos, 30);
});
