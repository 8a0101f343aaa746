// The virtual table's markup, apart from its behaviour (table.js).

const LAMP = `<g :id="'lamp-' + spot.unit" class="lamp"><circle class="lamp-ring" r="41" />
      <use :href="'#m-' + unitOf[spot.unit]?.type" x="-32" y="-36" width="64" height="60" /></g>`;

const UNIT = `
  <g v-for="spot in spotList" :key="spot.unit" class="vt-unit" role="button" tabindex="0" :data-unit="spot.unit"
     :class="{ selected: selected?.[0] === 'unit' && selected[1] === spot.unit, lifted: drag?.kind === 'unit' && drag.id === spot.unit && drag.moved }"
     :transform="'translate(' + spot.x + ' ' + spot.y + ')'"
     :aria-label="(unitOf[spot.unit]?.name ?? spot.unit) + ', connected. Light: ' + lightOf(spot.unit)"
     @pointerdown="take($event, { kind: 'unit', id: spot.unit })" @keydown.enter="select(['unit', spot.unit])">
    <title>{{ unitOf[spot.unit]?.name }}: {{ lightOf(spot.unit) }}</title>
    <circle class="vt-foot" r="46" />
    ${LAMP}
    <text class="vt-name" :y="spot.y < -20 ? (shortOf(spot.unit) ? -71 : -55) : 65">{{ unitOf[spot.unit]?.short }}</text>
    <text class="vt-says" :y="spot.y < -20 ? -55 : 81">{{ shortOf(spot.unit) }}</text>
  </g>`;

const ARC = `
  <g class="vt-arc" data-arc :class="{ hot: drag?.over, off: state?.arc?.on === false }">
    <path class="vt-arc-body" d="M-60,-104 L60,-104 L120,0 L60,104 L-60,104 L-120,0 Z" />
    <circle class="vt-arc-deck" r="88" />
    <circle id="lamp-0" class="lamp arc-lamp" r="76" />
    <circle class="vt-arc-roof" r="64" />
    <circle v-if="field.length" :key="field.join()" class="vt-ripple" r="64" />
    <g class="vt-waves"><path d="M-16,-10 a22,22 0 0 1 32,0 M-25,-20 a36,36 0 0 1 50,0 M-34,-30 a50,50 0 0 1 68,0" /></g>
    <text class="vt-arc-name" y="20">ARC</text>
    <text class="vt-arc-sub" y="40">{{ !state ? '' : state.arc?.on === false ? 'switched off' : (still && shortOf(0)) || 'lay pieces here' }}</text>
    <title>The ARC: {{ lightOf(0) }}</title>
  </g>
  <g v-for="(piece, i) in field" :key="piece" class="vt-lying" role="button" tabindex="0" :data-lying="piece"
     :transform="'translate(' + (i * 26 - (field.length - 1) * 13) + ' ' + (i * 8 - 8) + ')'"
     :aria-label="(pieceOf[piece]?.name ?? piece) + ', on the ARC'"
     @pointerdown.stop="take($event, { kind: 'piece', id: piece, lying: true })" @keydown.enter="select(['piece', piece])">
    <rect x="-48" y="-56" width="96" height="112" rx="9" :class="'vt-card tone-' + (pieceOf[piece]?.tone ?? 'plain')" />
    <text class="vt-card-letter" y="-14">{{ pieceOf[piece]?.letter }}</text>
    <text class="vt-card-name"><tspan v-for="(line, n) in pieceOf[piece]?.lines ?? [piece]" :key="n" x="0" :y="(pieceOf[piece]?.lines.length > 2 ? 10 : 18) + n * 13">{{ line }}</tspan></text>
  </g>`;

const STAGE = `
  <svg ref="stage" class="vt-stage" :viewBox="view.join(' ')" role="group" aria-label="Table with the ARC and its modules">
    <circle class="vt-ring" r="206" /><circle class="vt-ring" r="352" /><circle class="vt-ring" r="500" />
    <g v-for="tube in tubes" :key="tube.id" class="vt-tube" role="button" tabindex="0" aria-label="Corridor"
       :class="{ selected: selected?.[1] === tube.id }" @click="select(['tube', tube.id])" @keydown.enter="select(['tube', tube.id])">
      <path class="vt-tube-wall" :d="tube.path" /><path class="vt-tube-floor" :d="tube.path" />
    </g>
    <path v-if="ghostPath" class="vt-tube-ghost" :d="ghostPath" />
    <g v-for="port in openPorts" :key="port.unit + ':' + port.port" class="vt-port" :data-port="port.unit + ':' + port.port"
       :class="{ near: drag?.snap?.port.unit === port.unit && drag.snap.port.port === port.port }"
       :transform="'translate(' + port.x + ' ' + port.y + ') rotate(' + port.angle + ')'"
       @pointerdown.stop="take($event, { kind: 'port', port, id: port.unit + ':' + port.port })">
      <circle class="vt-port-hit" r="21" /><rect x="-5" y="-11" width="14" height="22" rx="4" />
    </g>
    ${UNIT}
    ${ARC}
    <g v-if="drag?.kind === 'unit' && drag.moved && drag.snap" class="vt-ghost">
      <path class="vt-tube-ghost" :d="'M' + drag.snap.port.x + ',' + drag.snap.port.y + ' L' + drag.snap.spot.x + ',' + drag.snap.spot.y" />
      <circle :cx="drag.snap.spot.x" :cy="drag.snap.spot.y" r="46" />
    </g>
  </svg>`;

const TILES = `
  <div class="vt-tiles" v-if="tab === 'modules'" @wheel="roll">
    <section v-for="group in stacks" :key="group.name" class="vt-group"><h3>{{ group.name }}</h3><div>
      <button v-for="stack in group.stacks" :key="stack.type" type="button" class="vt-tile vt-tile-unit" :data-unit="stack.unit" :data-type="stack.type"
        :class="{ selected: selected?.[0] === 'unit' && selected[1] === stack.unit, out: !inGame(stack.type) }" :title="inGame(stack.type) ? stack.name : stack.name + ': ' + notInGame"
        @pointerdown="take($event, { kind: 'unit', id: stack.unit })" @keydown.enter="select(['unit', stack.unit])">
        <svg class="mini" viewBox="0 0 64 60"><use :href="'#m-' + stack.type" /></svg><span>{{ stack.short }}</span><small v-if="!inGame(stack.type)">not in play</small><b v-if="stack.count > 1">×{{ stack.count }}</b>
      </button></div>
    </section>
  </div>
  <div class="vt-tiles" v-else @wheel="roll">
    <button v-for="piece in shownPieces" :key="piece.piece" type="button" class="vt-tile vt-tile-piece" :data-piece="piece.piece"
      :class="['tone-' + piece.tone, 'kind-' + piece.kind, { selected: selected?.[1] === piece.piece, lit: lit(piece.piece), out: outOfPlay(piece) }]" :style="piece.who ? '--who: ' + piece.who : ''" :title="piece.name + (piece.says ? ': ' + piece.says : '')"
      @pointerdown="take($event, { kind: 'piece', id: piece.piece })" @keydown.enter="select(['piece', piece.piece])">
      <i>{{ piece.letter }}<em v-if="piece.mark"> {{ piece.mark }}</em></i><span>{{ piece.name }}</span><small v-if="outOfPlay(piece)">not in play</small><small v-else-if="piece.note">{{ piece.note }}</small>
    </button>
    <p v-if="!shownPieces.length" class="vt-none">Nothing here fits.</p>
  </div>`;

const SELECTION = `
  <div v-if="selected && mayAct" class="vt-selection" role="toolbar" :aria-label="selectedWords">
    <strong>{{ selectedWords }}<small v-if="selectedSays">{{ selectedSays }}</small><small v-if="selectedWhy">{{ selectedWhy }}</small></strong>
    <button v-if="selected[0] === 'piece' && !field.includes(selected[1])" type="button" class="btn btn-main" @click="lay(selected[1])">Lay on the ARC</button>
    <button v-if="selected[0] === 'piece' && field.includes(selected[1])" type="button" class="btn" @click="takeOff">Take off the ARC</button>
    <template v-if="selected[0] === 'unit'">
      <select v-model="target" aria-label="Where to connect"><option value="">Connect to …</option>
        <option v-for="port in targets()" :key="port.unit + ':' + port.port" :value="port.unit + ':' + port.port">{{ portName(port) }}</option></select>
      <button type="button" class="btn btn-main" :disabled="!target" @click="connect">Connect</button>
    </template>
    <button v-if="selected[0] === 'tube' || (selected[0] === 'unit' && spots.has(selected[1]))" type="button" class="btn" @click="takeOff">Take off</button>
    <button type="button" class="btn btn-quiet" aria-label="Close" @click="selected = null">✕</button>
  </div>`;

const TOOLS = `
  <div v-if="tools" class="vt-tools">
    <label>Batteries {{ Number(volts).toFixed(1) }} V
      <input type="range" min="3.6" max="6.4" step="0.1" v-model.number="volts" @change="act({ do: 'battery', volts })" /></label>
    <label class="vt-check"><input type="checkbox" v-model="keepLying" /> Pieces stay on the ARC until I take them off</label>
    <label v-for="[kind, words] in troubles" :key="kind" class="vt-check"><input type="checkbox" :checked="state?.faults?.includes(kind)"
      @change="act({ do: 'fault', kind, on: $event.target.checked })" /> {{ words }}</label>
    <div class="vt-powers"><button type="button" class="btn" @click="act({ do: 'reset' })">Reset the ARC</button>
    <button type="button" class="btn" @click="act({ do: 'power_cut' })">Switch off and on</button></div>
  </div>`;

export const template = `
  <div class="vt" :class="{ dragging: drag?.moved }" @pointermove="move" @pointerup="drop" @pointercancel="cancel">
    <div class="vt-top">${STAGE}${SELECTION}${TOOLS}
      <div class="vt-counts"><span title="Corridors left in the box"><svg><use href="#i-corridor" /></svg>{{ state?.corridors_left ?? '–' }} corridors left</span>
        <button type="button" class="btn btn-quiet" :aria-expanded="tools" @click="tools = !tools"><svg><use href="#i-tools" /></svg>Hardware</button></div>
      <div v-if="!state" class="vt-wait" role="status">The virtual ARC does not answer. Waiting for it …</div>
    </div>
    <div class="vt-dock">
      <div class="vt-tabs" role="tablist">
        <button v-for="[id, words] in [['modules', 'Modules'], ['tokens', 'Tokens'], ['decrees', 'Decrees'], ['directives', 'Directives']]" :key="id"
          type="button" role="tab" :aria-selected="tab === id" :data-dock="id" @click="tab = id">{{ words }}</button>
        <input v-if="tab === 'decrees'" v-model="search" type="search" placeholder="Search the Decrees" aria-label="Search the Decrees" />
      </div>
      ${TILES}
    </div>
    <div v-if="drag?.moved && drag.kind !== 'port'" class="vt-hand" :style="{ left: drag.px + 'px', top: drag.py + 'px' }">
      <div v-if="drag.kind === 'unit'" class="vt-hand-unit"><svg class="mini" viewBox="0 0 64 60"><use :href="'#m-' + unitOf[drag.id]?.type" /></svg></div>
      <div v-else class="vt-hand-card" :class="'tone-' + pieceOf[drag.id]?.tone"><i>{{ pieceOf[drag.id]?.letter }}</i>{{ pieceOf[drag.id]?.name }}</div>
    </div>
  </div>`;
