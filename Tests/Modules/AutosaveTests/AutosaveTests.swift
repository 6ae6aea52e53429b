import FakeTerminal
import Terminal
import Testing
import Viper

@testable import Autosave

@MainActor
@Suite("Autosave")
struct AutosaveTests {
  let clock = ManualScheduler()
  let parent = RecordingParent()

  private func make(
    _ delays: AutosaveDelays = AutosaveDelays()
  ) -> (module: Module<any Screen>, input: any AutosaveInput) {
    AutosaveBuilder.make(scheduler: clock, delays: delays, output: parent)
  }

  @Test("A change is on disk for recovery after 200 ms and saved after 2 s, once each")
  func keepsThenSaves() {
    let (module, input) = make()
    input.textDidChange()
    clock.advance(by: .milliseconds(149))
    #expect(parent.heard == [])
    clock.advance(by: .milliseconds(1))
    #expect(parent.heard == ["keep"])
    clock.advance(by: .milliseconds(1849))
    #expect(parent.heard == ["keep"])
    clock.advance(by: .milliseconds(1))
    #expect(parent.heard == ["keep", "save"])
    clock.advance(by: .seconds(60))
    #expect(parent.heard == ["keep", "save"])
    #expect(module.view == nil)
  }

  @Test("Each change restarts both delays")
  func restarts() {
    let (_, input) = make()
    input.textDidChange()
    clock.advance(by: .milliseconds(100))
    input.textDidChange()
    clock.advance(by: .milliseconds(149))
    #expect(parent.heard == [])
    clock.advance(by: .milliseconds(1))
    #expect(parent.heard == ["keep"])
    clock.advance(by: .milliseconds(1849))
    #expect(parent.heard == ["keep"])
    clock.advance(by: .milliseconds(1))
    #expect(parent.heard == ["keep", "save"])
  }

  @Test("Typing without a pause is stored for recovery within a second, and not saved")
  func keepsWhileTyping() {
    let (_, input) = make()
    var unkept = 0
    for _ in 0..<350 {
      input.textDidChange()
      let kept = parent.heard.count
      clock.advance(by: .milliseconds(10))
      unkept = parent.heard.count > kept ? 0 : unkept + 10
      #expect(unkept < 1000)
    }
    #expect(parent.heard == ["keep", "keep", "keep"])
  }

  @Test("No timer is pending before a change, or after all text is stored and saved")
  func idle() {
    let (module, input) = make()
    #expect(!clock.hasTimers)
    input.textDidChange()
    #expect(clock.hasTimers)
    clock.advance(by: .seconds(2))
    #expect(!clock.hasTimers)
    #expect(module.name == "Autosave")
  }

  @Test("A saved text is neither stored for recovery nor saved again")
  func saved() {
    let (_, input) = make()
    input.textDidChange()
    input.textWasSaved()
    #expect(!clock.hasTimers)
    clock.advance(by: .seconds(5))
    #expect(parent.heard == [])
  }

  @Test("With saving off a change is only stored for recovery")
  func savingOff() {
    let (_, input) = make(AutosaveDelays(savesAfterPause: false))
    input.textDidChange()
    clock.advance(by: .seconds(60))
    #expect(parent.heard == ["keep"])
  }

  @Test("R6 a removed autosave has no timer, requests nothing and ignores changes")
  func removed() {
    let (module, input) = make()
    input.textDidChange()
    module.lifeCycle.moduleWasRemoved()
    #expect(!clock.hasTimers)
    input.textDidChange()
    #expect(!clock.hasTimers)
    clock.advance(by: .seconds(5))
    #expect(parent.heard == [])
  }

  @Test("Only waiting changes are stored for recovery when the program ends")
  func programEnds() {
    let (module, input) = make()
    module.lifeCycle.programWillEnd()
    #expect(parent.heard == [])
    input.textDidChange()
    module.lifeCycle.programWillEnd()
    #expect(parent.heard == ["keep"])
    module.lifeCycle.programWillEnd()
    #expect(parent.heard == ["keep"])
  }

  @Test("K17 a dropped autosave is freed even while its timers are pending")
  func freed() {
    let probe = LeakProbe()
    do {
      let (module, input) = make()
      probe.watch(module)
      input.textDidChange()
      #expect(probe.leaks == ["Autosave: AutosaveInteractor"])
    }
    #expect(probe.leaks == [])
    clock.advance(by: .seconds(5))
    #expect(parent.heard == [])
  }
}

@MainActor
final class RecordingParent: AutosaveOutput {
  private(set) var heard: [String] = []
  func autosaveShouldKeep() { heard.append("keep") }
  func autosaveShouldSave() { heard.append("save") }
}
