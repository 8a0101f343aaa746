// The RP2040's I2C block with its target side, which rp2040js lacks. Register and bit names: RP2040 datasheet 4.3.17.
//
// Written from the block's description and never compared with silicon. As a bus endpoint it has
// match(address), select(read), write(byte, done(ack)), read(done(byte)), nack(), busStart(), busStop():
// `done` may come later, which is how a target stretches the clock.
import { RPI2C } from 'rp2040js';

export const IC = {
  CON: 0x00, SAR: 0x08, DATA_CMD: 0x10, INTR_MASK: 0x30, CLR_RD_REQ: 0x50, ENABLE: 0x6c, STATUS: 0x70,
  SDA_HOLD: 0x7c, TX_ABRT_SOURCE: 0x80, DMA_CR: 0x88, DMA_TDLR: 0x8c, DMA_RDLR: 0x90, ENABLE_STATUS: 0x9c,
};
export const CON = { MASTER_MODE: 1 << 0, SLAVE_DISABLE: 1 << 6, STOP_DET_IFADDRESSED: 1 << 7, TX_EMPTY_CTRL: 1 << 8 };
export const ENABLE = { ENABLE: 1 << 0, TX_CMD_BLOCK: 1 << 2 };
export const STATUS = { ACTIVITY: 1 << 0, MST_ACTIVITY: 1 << 5, SLV_ACTIVITY: 1 << 6 };
export const INTR = {
  RX_FULL: 1 << 2, TX_EMPTY: 1 << 4, RD_REQ: 1 << 5, TX_ABRT: 1 << 6, RX_DONE: 1 << 7, ACTIVITY: 1 << 8,
  STOP_DET: 1 << 9, START_DET: 1 << 10,
};
const ALL_INTERRUPTS = 0x1fff;
const ABRT_SLVFLUSH_TXFIFO = 1 << 13;
// Bits of a command in DATA_CMD (controller), and of a received byte (target).
const CMD = { READ: 1 << 8, STOP: 1 << 9, RESTART: 1 << 10 };
const FIRST_DATA_BYTE = 1 << 11;
const STATE_IDLE = 0; // I2CState of rp2040js, which does not export it
const STATE_START = 1;

export class I2CBlock extends RPI2C {
  constructor(mcu, name, irq) {
    super(mcu, name, irq);
    this.addressed = null; // 'read' or 'write' while a controller talks to this target
    this.awaitingByte = null; // a controller reads and the program has not given the byte yet
    this.awaitingRoom = null; // a controller writes and the receive FIFO is full
    this.epoch = 0; // counts disablings: what the bus was doing for an earlier one is void
  }

  get isTarget() {
    return Boolean(this.enable & ENABLE.ENABLE) && !(this.control & CON.SLAVE_DISABLE);
  }

  // RX_FULL is a level, not an event: it stands as long as the FIFO is above its threshold.
  updateReceiveLevel() {
    if (this.rxFIFO.itemCount > this.rxThreshold) this.setInterrupts(INTR.RX_FULL);
    else this.clearInterrupts(INTR.RX_FULL);
  }

  raiseTxEmptyIfLow() {
    if (this.txFIFO.itemCount <= this.txThreshold) this.setInterrupts(INTR.TX_EMPTY);
  }

  // -- controller side, where the stock model differs from the chip ---------------------------------------------

  // As stock, but TX_EMPTY after a write rises when the byte is on the wire (TX_EMPTY_CTRL), not when it is taken.
  nextCommand() {
    const blocked = this.enable & ENABLE.TX_CMD_BLOCK;
    if (!(this.control & CON.MASTER_MODE) || !(this.enable & ENABLE.ENABLE) || blocked) return;
    if (this.txFIFO.empty || this.busy) return;
    this.busy = true;
    const restart = Boolean(this.txFIFO.peek() & CMD.RESTART) && !this.pendingRestart && !this.stop;
    if (this.state === STATE_IDLE || restart) {
      this.pendingRestart = restart;
      this.stop = false;
      this.state = STATE_START;
      this.onStart(restart);
      return;
    }
    this.pendingRestart = false;
    this.perform(this.txFIFO.pull());
  }

  perform(command) {
    this.stop = Boolean(command & CMD.STOP);
    if (command & CMD.READ) {
      this.raiseTxEmptyIfLow();
      this.onReadByte(!this.stop);
    } else {
      this.onWriteByte(command & 0xff);
    }
  }

  completeWrite(ack) {
    this.raiseTxEmptyIfLow();
    super.completeWrite(ack);
  }

  abort(reason) {
    super.abort(reason);
    this.setInterrupts(INTR.TX_EMPTY);
  }

  // -- registers ------------------------------------------------------------------------------------------------

  readUint32(offset) {
    if (offset === IC.DATA_CMD) return this.readData();
    const value = super.readUint32(offset);
    if (offset !== IC.STATUS || !this.isTarget) return value;
    const idle = value & ~(STATUS.ACTIVITY | STATUS.MST_ACTIVITY);
    return this.addressed ? idle | STATUS.ACTIVITY | STATUS.SLV_ACTIVITY : idle;
  }

  readData() {
    const value = super.readUint32(IC.DATA_CMD);
    this.updateReceiveLevel();
    if (this.awaitingRoom && !this.rxFIFO.full) {
      const resume = this.awaitingRoom;
      this.awaitingRoom = null;
      resume();
    }
    return value;
  }

  writeUint32(offset, value) {
    switch (offset) {
      case IC.INTR_MASK:
        this.intEnable = value & ALL_INTERRUPTS;
        this.checkInterrupts();
        return;
      case IC.DMA_CR:
      case IC.DMA_TDLR:
      case IC.DMA_RDLR:
      case IC.SDA_HOLD:
        return; // accepted, without effect here
      case IC.DATA_CMD:
        if (this.isTarget) return this.provideByte(value & 0xff);
    }
    super.writeUint32(offset, value);
    if (offset === IC.ENABLE && !(value & ENABLE.ENABLE)) this.leaveBus();
  }

  // The program answers RD_REQ.
  provideByte(byte) {
    this.txFIFO.push(byte);
    this.clearInterrupts(INTR.TX_EMPTY);
    if (!this.awaitingByte) return;
    const resume = this.awaitingByte;
    this.awaitingByte = null;
    resume(this.txFIFO.pull());
  }

  // Disabling the block flushes its FIFOs and forgets the transfer it was in: datasheet 4.3.10.3.
  leaveBus() {
    this.addressed = this.awaitingByte = this.awaitingRoom = null;
    this.epoch++;
    this.state = STATE_IDLE;
    this.busy = this.stop = this.pendingRestart = false;
    this.txFIFO.reset();
    this.rxFIFO.reset();
  }

  // -- target side: what the bus does with an endpoint -----------------------------------------------------------

  match(address) {
    return this.isTarget && this.slaveAddress === address;
  }

  busStart() {
    if (this.isTarget) this.setInterrupts(INTR.START_DET);
  }

  select(read) {
    this.addressed = read ? 'read' : 'write';
    this.firstByte = true;
    this.setInterrupts(INTR.ACTIVITY);
    if (read && !this.txFIFO.empty) {
      // Bytes left over from an earlier read are flushed: datasheet 4.3.10.1.2.
      this.txFIFO.reset();
      this.abortSource |= ABRT_SLVFLUSH_TXFIFO;
      this.setInterrupts(INTR.TX_ABRT);
    }
    return true;
  }

  write(byte, done) {
    const take = () => {
      this.rxFIFO.push(byte | (this.firstByte ? FIRST_DATA_BYTE : 0));
      this.firstByte = false;
      this.updateReceiveLevel();
      done(true);
    };
    if (this.rxFIFO.full) this.awaitingRoom = take;
    else take();
  }

  read(done) {
    if (!this.txFIFO.empty) {
      done(this.txFIFO.pull());
      return;
    }
    this.awaitingByte = done;
    this.setInterrupts(INTR.RD_REQ);
  }

  nack() {
    this.setInterrupts(INTR.RX_DONE);
  }

  busStop() {
    if (!this.isTarget) return;
    if (!this.addressed && this.control & CON.STOP_DET_IFADDRESSED) return;
    this.addressed = null;
    this.setInterrupts(INTR.STOP_DET);
  }
}
