package io.acord.lab.policy;

/** What every agent does by itself. It must not remember one agent when it acts for another. */
@FunctionalInterface
public interface AgentStep {

    /**
     * Acts for one agent.
     *
     * @param x where the agent's last step of this round ended, at first its previous action; becomes where it is now
     */
    void act(AgentView me, double[] x);
}
